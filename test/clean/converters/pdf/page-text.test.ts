import { afterAll, expect, test } from 'vitest';
import { newPieceBudget, readTextItems } from '../../../../shared/clean/converters/pdf/page-text.ts';
import { convertPdf } from '../../../../shared/clean/converters/pdf/pdf.ts';
import { LIMITS } from '../../../convert/converter.ts';
import { longTest } from '../../../long-test.ts';
import { pdfOf } from '../sample-documents.ts';

/** Creates a file of as many forms, which are pages too. Each paints the next one twice, and the last one shows a word. */
function nestedForms(depth: number): Buffer {
  const forms = Array.from({ length: depth }, (_, i) => `/X${i} ${5 + 2 * i} 0 R`).join(' ');
  const fonts = `/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << ${forms}`;
  const streams = Array.from({ length: depth }, (_, i) =>
    i < depth - 1 ? `/X${i + 1} Do `.repeat(2) : 'BT /F1 12 Tf 10 10 Td (moss) Tj ET',
  );
  const extra = `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << ${fonts} >> >>`;
  return pdfOf(streams, { fonts, extra });
}

// pdfjs defines `self`, by which other packages take this process for a browser.
const hadSelf = 'self' in globalThis;
afterAll(() => {
  if (!hadSelf) Reflect.deleteProperty(globalThis, 'self');
});

const convert = (bytes: Buffer) => convertPdf({ bytes, mimeType: '', contentType: '', limits: LIMITS, cMaps: './' });

const wordsOf = ({ parts }: Awaited<ReturnType<typeof convertPdf>>) =>
  parts
    .flatMap((part) => (part.kind === 'row' ? part.cells : [part.text]))
    .join(' ')
    .match(/moss/g)?.length;

test('reads nested forms of a page that are few', async () => {
  const found = await convert(nestedForms(6));
  expect(found.cut).toBeUndefined();
  expect(wordsOf(found)).toBe(2 ** 6 - 1);
});

longTest(
  'stops at nested forms with more text than a file of this size can have, and keeps what it has read',
  async () => {
    const bytes = nestedForms(16);
    const found = await convert(bytes);
    expect(found.cut).toBe('conversion-timeout');
    expect(found.metadata['thresher.cut']).toEqual(['conversion-timeout']);
    expect(wordsOf(found)).toBeLessThan(newPieceBudget(bytes.length).left);
  },
);

/** Creates a page of pdf.js that has pieces of text without end, two at a time. @param onRead called for each time */
const endlessPage = (onRead: () => void) => ({
  streamTextContent: () =>
    new ReadableStream({
      pull(controller) {
        onRead();
        controller.enqueue({ items: [{ type: 'beginMarkedContent' }, { str: 'moss' }] });
      },
    }),
});

test('reads no more pieces of a page than the budget of its file', async () => {
  let reads = 0;
  const budget = { left: 49 };
  const items = await readTextItems(
    endlessPage(() => reads++),
    budget,
  );
  expect(items).toEqual(Array(5).fill({ str: 'moss' }));
  expect(budget.left).toBe(-1);
  expect(reads).toBeLessThan(8);
});

test('reads the radicals of a font as the characters that they show', async () => {
  const page = {
    streamTextContent: () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue({ items: [{ str: '⽇本の⼤学、⺠間の⻑い歴史' }] });
          controller.close();
        },
      }),
  };
  expect(await readTextItems(page, { left: 49 })).toEqual([{ str: '日本の大学、民間の長い歴史' }]);
});
