/** Small files made to convert slowly, or to exceed the number of arguments of a call. Conversion must stay fast. */
import { expect, test } from 'vitest';
import type { Convert } from '../../../shared/clean/converters/convert.ts';
import { convertXls } from '../../../shared/clean/converters/office/excel/xls.ts';
import { convertXlsx } from '../../../shared/clean/converters/office/excel/xlsx.ts';
import { convertPpt } from '../../../shared/clean/converters/office/ppt.ts';
import { LIMITS } from '../../convert/converter.ts';
import { cpuTimeOf } from '../../cpu-time.ts';
import { longTest } from '../../long-test.ts';
import { zipOf } from './sample-documents.ts';
import { biff, biffString, numbers, oleOf, ppt, pptOf, pptPersistAtom, pptSlide, u16 } from './sample-ole.ts';

const N = 20_000;
const list = (instance: number, ...records: Buffer[]) => ppt(0x0ff0, records, instance);
const many = (count: number, record: Buffer) => Buffer.concat(Array.from({ length: count }, () => record));
/** Entries for 4,000 slides, which may all have the same offset. */
const ids = Array.from({ length: 4_000 }, (_, i) => pptPersistAtom(i + 2, i + 256));

/** Creates a presentation in which all ids lead to one object, after the document. */
function ofOnePlace(instance: number, object: Buffer): Buffer {
  const document = ppt(0x03e8, [list(instance, ...ids)]);
  const directory = ppt(
    0x1772,
    Buffer.concat([
      numbers((1 << 20) | 1, 0),
      ...ids.flatMap((_, i) => [numbers((1 << 20) | (i + 2), document.length)]),
    ]),
  );
  const at = document.length + object.length;
  const user = ppt(0x0ff6, numbers(20, 0xe391c05f, at + directory.length, 0, 0));
  const edit = ppt(0x0ff5, numbers(0, 0, 0, at, 1, ids.length + 2, 0));
  return oleOf({ 'Current User': user, 'PowerPoint Document': Buffer.concat([document, object, directory, edit]) });
}

/** Creates overlapping sheets: each begins four bytes after the one before and extends to the end of the file. */
function sheetsInEachOther(): Buffer {
  const listed = (from: number) =>
    Buffer.concat(Array.from({ length: 200 }, (_, i) => biff(0x85, numbers(from + 4 * i), u16(0), biffString('a', 1))));
  const begin = biff(0x809, u16(0x600, 5, 0, 0), numbers(0, 0));
  const from = begin.length + listed(0).length + 4;
  return oleOf({ Workbook: Buffer.concat([begin, listed(from), biff(0x0a), many(10 * N, biff(0x14))]) });
}

const xlsx = () =>
  zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="Wells" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r3" Type="http://x/styles" Target="s.xml"/></Relationships>',
    'xl/s.xml': `<styleSheet><numFmt numFmtId="164" formatCode="${'0;'.repeat(250)}"/><cellXfs>${'<xf numFmtId="164"/>'.repeat(N)}</cellXfs></styleSheet>`,
  });

const shapes = many(N, ppt(0x03e9, Buffer.alloc(0)));
const SLOW: [rule: string, convert: Convert, bytes: () => Buffer][] = [
  ['a format that many styles use', convertXlsx, xlsx],
  ['overlapping sheets', convertXls, sheetsInEachOther],
  ['many ids of one slide', convertPpt, () => ofOnePlace(0, ppt(0x03ee, shapes))],
  ['many ids of one master', convertPpt, () => ofOnePlace(1, ppt(0x03f8, shapes))],
  [
    'a text of the outline that all shapes show',
    convertPpt,
    () =>
      pptOf([
        ppt(0x03e8, [
          list(0, pptPersistAtom(2, 256), ppt(0x0f9f, numbers(4)), ppt(0x0fa8, Buffer.alloc(40_000, '\r'))),
        ]),
        pptSlide(
          0x03ee,
          Array.from({ length: 3_000 }, () => [ppt(0x0f9e, numbers(0))]),
        ),
      ]),
  ],
];

test.each(SLOW)('converts %s in 2 s of CPU time', async (_, convert, bytes) => {
  const source = { bytes: bytes(), mimeType: '', contentType: '', limits: LIMITS, cMaps: '' };
  expect(await cpuTimeOf(() => convert(source))).toBeLessThan(2_000);
});

longTest('converts a shape and an outline with more texts than a call can have arguments', async () => {
  const texts = many(10 * N, ppt(0x0f9f, numbers(4)));
  const words = ppt(0x0fa8, Buffer.from('wet'));
  const bytes = pptOf([
    ppt(0x03e8, [list(0, pptPersistAtom(2, 256), texts, words)]),
    pptSlide(0x03ee, [[texts, words]]),
  ]);
  const { parts } = await convertPpt({ bytes, mimeType: '', contentType: '', limits: LIMITS, cMaps: '' });
  expect(parts).toEqual([{ kind: 'paragraph', text: 'wet' }]);
});
