/** Conversion of Word, Excel and PowerPoint files before 2007, from bytes to content. */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { convertedContent } from '../../../shared/clean/converted-content.ts';
import type { Converted } from '../../../shared/ports/converter.ts';
import type { Url } from '../../../shared/url/url.ts';
import { convert, read, startConverter } from '../../convert/converter.ts';
import { fewOrMany } from '../../long-test.ts';
import {
  biff,
  biffString,
  type DocSample,
  docOf,
  double,
  numbers,
  oleOf,
  ppt,
  pptOf,
  pptPersistAtom,
  pptSlide,
  pptText,
  summaryOf,
  u16,
  xlsOf,
} from './sample-ole.ts';

const converter = startConverter();
afterAll(() => converter.close());

const content = (converted: Converted) =>
  convertedContent(converted, 'http://bog.example/a/file' as Url, DEFAULT_CLEAN_OPTIONS);
const textOf = async (bytes: Uint8Array) => content(await read(converter, bytes)).text;

const SUMMARY = {
  '\x05SummaryInformation': summaryOf({
    ...{ 2: 'Bogs & fens', 4: 'Ada Moor', 5: 'peat, moss', 12: new Date('2021-05-14T08:00:00Z') },
  }),
};
const METADATA = {
  title: 'Bogs & fens',
  author: 'Ada Moor',
  date: '2021-05-14T08:00:00.000Z',
  keywords: ['peat', 'moss'],
};

describe('Word', () => {
  const body = (text: string): DocSample => ({ pieces: [{ text }], lengths: [text.length, 0, 0, 0, 0, 0, 0, 0] });

  test('orders pieces by the piece table and decodes each in its own width', async () => {
    const pieces = [{ text: 'One ' }, { text: 'мох', wide: true }, { text: ' \x93two\x94\r' }];
    const found = content(await read(converter, docOf({ pieces, lengths: [14, 0, 0, 0, 0, 0, 0, 0] }, SUMMARY)));
    expect(found).toMatchObject({ ...METADATA, text: 'One мох “two”' });
  });

  const cases: [rule: string, document: DocSample, text: string][] = [
    ['reads the result of a field', body('a \x13PAGE \\* x\x14 7\x15 b\x13 XE "q"\x15\r'), 'a 7 b'],
    ['drops control characters of pictures and notes', body('a\x01\x02\x08b\x1ec\x1fd\re\x0bf\r'), 'ab-cd\n\ne f'],
    [
      'appends notes, comments, text boxes and headers, and drops repeated headers',
      { pieces: [{ text: 'body\rnote\rhead\rhead\rend\rbox\r' }], lengths: [5, 5, 10, 0, 0, 4, 4, 0] },
      'body\n\nnote\n\nend\n\nbox\n\nhead',
    ],
    [
      'joins the cells of a row',
      {
        ...body('before\ra\x07b1\rb2\x07\x07after\r'),
        paragraphs: {
          'a\x07': [0, 0, 0x16, 0x24, 1],
          'b1\r': [0, 0, 0x16, 0x24, 1],
          'b2\x07': [0, 0, 0x16, 0x24, 1],
          '\x07after': [0, 0, 0x16, 0x24, 1, 0x17, 0x24, 1],
        },
      },
      'before\n\na\tb1 b2\n\nafter',
    ],
    [
      'drops deleted and hidden text',
      {
        ...body('one two three four\r'),
        characters: { 'two ': [0x00, 0x08, 1], four: [0x3c, 0x08, 0x81], three: [0x3c, 0x08, 0x80] },
      },
      'one three',
    ],
  ];
  test.each(cases)('%s', async (_, document, text) => expect(await textOf(docOf(document))).toBe(text));

  test('detects headings by style, items by list and links by field', async () => {
    const text = 'On moss\rsee \x13 HYPERLINK "http://fen.example/" \x14the fen\x15\rfirst\rsecond\r';
    const document = {
      ...body(text),
      styles: [0, 1],
      paragraphs: { 'On moss\r': [1, 0], 'first\r': [0, 0, 0x0b, 0x46, 1, 0], 'second\r': [0, 0, 0x0b, 0x46, 1, 0] },
    };
    const found = content(await read(converter, docOf(document)));
    expect(found).toMatchObject({
      headings: ['On moss'],
      links: [{ url: 'http://fen.example/', anchor: 'the fen' }],
      text: 'On moss\n\nsee the fen\n\nfirst\nsecond',
    });
  });

  test('rejects an encrypted file', async () => {
    const head = Buffer.alloc(5000);
    u16(0xa5ec, 193, 0, 1033, 0, 0x100).copy(head);
    await expect(textOf(oleOf({ WordDocument: head, '0Table': Buffer.alloc(64) }))).rejects.toThrow('encrypted');
  });

  test('detects the code page of a Word 95 file whose language is English', async () => {
    const text = Buffer.concat([
      Buffer.from([0xcc, 0xee, 0xf5, 0xee, 0xe2, 0xee, 0xe5, 0x20, 0xe1, 0xee, 0xeb, 0xee, 0xf2, 0xee, 13]),
    ]);
    const head = Buffer.alloc(768);
    u16(0xa5dc, 104, 0, 1033).copy(head);
    numbers(768, 768 + text.length).copy(head, 0x18);
    numbers(text.length).copy(head, 0x34);
    expect(await textOf(oleOf({ WordDocument: Buffer.concat([head, text]) }))).toBe('Моховое болото');
  });
});

describe('Excel', () => {
  const cell = (row: number, column: number, format = 0) => u16(row, column, format);
  const shared = [
    biff(0xe0, u16(0, 0)),
    biff(0xe0, u16(0, 164)),
    biff(0xe0, u16(0, 15)),
    biff(0x41e, u16(164), biffString('#,##0.00" kr"', 2)),
    // The second text continues in another record, in narrow characters.
    biff(0xfc, numbers(2, 2), biffString('Place', 2), u16(4), Buffer.from([1]), Buffer.from('мо', 'utf16le')),
    biff(0x3c, Buffer.from([0]), Buffer.from('ss')),
  ];
  const sheet = [
    biff(0xfd, cell(0, 0), numbers(0)),
    biff(0xfd, cell(0, 1), numbers(1)),
    biff(0x203, cell(1, 0, 1), double(1234.5)),
    biff(0xbd, u16(1, 1, 2), numbers((43831 << 2) | 2), u16(0), numbers((150 << 2) | 3), u16(2)),
    biff(0x06, cell(2, 0), double(42), Buffer.alloc(6)),
    biff(0x06, cell(2, 1), Buffer.from([0, 0, 0, 0, 0, 0, 255, 255]), Buffer.alloc(6)),
    biff(0x207, biffString('wet', 2)),
    biff(0x205, cell(2, 2), Buffer.from([1, 0])),
    biff(0x205, cell(2, 3), Buffer.from([7, 1])),
    biff(0x1b6, Buffer.alloc(10), u16(6), Buffer.alloc(6)),
    biff(0x3c, Buffer.from([0]), Buffer.from('A note')),
    biff(0x3c, Buffer.alloc(16)),
    biff(0x14, biffString('&L&"Arial,Bold"&12Wells && fens&RPage &P', 2)),
    biff(
      0x1b8,
      Buffer.alloc(32),
      Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex'),
      numbers(40),
      Buffer.from('http://fen.example/\0', 'utf16le'),
    ),
  ];

  test('formats cells by sheet and row and appends notes and headers', async () => {
    const found = content(await read(converter, xlsOf(shared, { Wells: sheet, Empty: [] }, SUMMARY)));
    expect(found).toMatchObject({ ...METADATA, headings: ['Wells', 'Empty'], links: [{ url: 'http://fen.example/' }] });
    expect(found.text).toBe(
      'Wells\n\nPlace\tмоss\n1,234.50 kr\t1-Jan-20\t1.5\n42\twet\tTRUE\t#DIV/0!\n\nA note\n\nWells & fens Page\n\nEmpty',
    );
  });

  test('leaves out hidden sheets', async () => {
    const text = (words: string) => [biff(0x204, cell(0, 0), biffString(words, 2))];
    const sheets = { Shown: text('moss'), Lists: text('wet'), Macros: text('dry'), Last: text('peat') };
    expect(await textOf(xlsOf([], sheets, {}, { Lists: 1, Macros: 2 }))).toBe('Shown\n\nmoss\n\nLast\n\npeat');
  });

  test('rejects an encrypted file', async () => {
    await expect(textOf(xlsOf([biff(0x2f, u16(1))], { a: [] }))).rejects.toThrow('encrypted');
  });

  test('pads rows up to column 300', async () => {
    const rows = [
      biff(0x203, cell(0, 0), double(2019)),
      biff(0xbd, u16(0, 2, 0), numbers((345 << 2) | 2), u16(0), numbers((346 << 2) | 2), u16(3)),
      biff(0x203, cell(1, 16_000), double(7)),
    ];
    const { parts } = await read(converter, xlsOf([biff(0xe0, u16(0, 0))], { Wells: rows }));
    expect(parts.slice(1)).toEqual([
      { kind: 'row', cells: ['2019', '', '345', '346'] },
      { kind: 'row', cells: [...Array(300).fill(''), '7'] },
    ]);
  });

  test('reads an Excel 4 file, which is a single sheet', async () => {
    const file = [
      biff(0x409, u16(0, 0x10, 0)),
      biff(0x204, cell(0, 0), u16(4), Buffer.from('m\xf6ss', 'latin1')),
      biff(0x203, cell(0, 1), double(2.5)),
      biff(0x0a),
    ];
    expect(await textOf(Buffer.concat(file))).toBe('möss\t2.5');
  });
});

describe('PowerPoint', () => {
  const list = (instance: number, ...records: Buffer[]) => ppt(0x0ff0, records, instance);
  const deck = () => {
    const document = ppt(0x03e8, [
      list(1, pptPersistAtom(5, 0x80000000)),
      list(
        0,
        pptPersistAtom(3, 257),
        ...pptText(0, 'Second title'),
        pptPersistAtom(2, 256),
        ...pptText(0, ''),
        ...pptText(1, 'first\rsecond'),
      ),
      list(2, pptPersistAtom(4, 300)),
      ppt(0x0409, [
        ppt(0x0fd7, [ppt(0x0fd3, numbers(9)), ppt(0x0fba, Buffer.from('http://fen.example/', 'utf16le'), 1)]),
      ]),
      ppt(0x0fd9, [ppt(0x0fba, Buffer.from('The footer', 'utf16le'), 2)], 3),
    ]);
    const click = ppt(0x0ff2, [ppt(0x0ff3, Buffer.concat([numbers(0, 9), Buffer.alloc(8)]))]);
    const one = pptSlide(
      0x03ee,
      [[ppt(0x0f9e, numbers(1))], [...pptText(4, 'page *'), ppt(0x0fd8, numbers(5)), click]],
      300,
    );
    const remark = ppt(0x1388, [
      ppt(0x138a, [ppt(0x138b, ppt(0x2ee0, [ppt(0x0fba, Buffer.from('why', 'utf16le'), 1)]))]),
    ]);
    const two = pptSlide(
      0x03ee,
      [[ppt(0x0f9e, numbers(0))], [ppt(0x0f9f, numbers(4)), ppt(0x0fa8, Buffer.from('a \x93box\x94', 'latin1'))]],
      0,
      [remark],
    );
    const notes = pptSlide(0x03f0, [pptText(2, 'Say this slowly.')]);
    const master = pptSlide(0x03f8, [pptText(4, 'Bog Ltd')]);
    return [document, one, two, notes, master];
  };

  test('orders slides with outline, text boxes, notes and comments, and writes shared text once', async () => {
    const found = content(await read(converter, pptOf(deck(), SUMMARY)));
    expect(found).toMatchObject({
      ...METADATA,
      title: 'Second title',
      headings: ['Second title'],
      links: [{ url: 'http://fen.example/' }],
    });
    expect(found.text).toBe(
      'Second title\n\na “box”\n\nwhy\n\nfirst\n\nsecond\n\npage\n\nSay this slowly.\n\nThe footer\n\nBog Ltd',
    );
  });

  test('rejects an encrypted file', async () => {
    const user = ppt(0x0ff6, numbers(20, 0xf3d1c4df, 0, 0, 0));
    await expect(textOf(oleOf({ 'Current User': user, 'PowerPoint Document': ppt(0x03e8, []) }))).rejects.toThrow(
      'encrypted',
    );
  });
});

describe('malicious OLE files', () => {
  const file = xlsOf([], { a: Array.from({ length: 400 }, (_, row) => biff(0x203, u16(row, 0, 0), double(row))) });

  test('ends sector chains that loop', async () => {
    const looped = Buffer.from(file);
    // The next sector of each sector is the first.
    const table = looped.length - 512;
    for (let at = table; at < looped.length; at += 4) looped.writeUInt32LE(0, at);
    expect(await convert(converter, looped, { mimeType: 'application/vnd.ms-excel' })).toBeDefined();
  });

  test('converts or rejects a file with wrong bytes', async () => {
    const made = [
      file,
      docOf({ pieces: [{ text: 'a\x07b\r' }], lengths: [4, 0, 0, 0, 0, 0, 0, 0] }),
      pptOf([ppt(0x03e8, [])]),
    ];
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    for (const [i, kind] of ['vnd.ms-excel', 'msword', 'vnd.ms-powerpoint'].entries())
      for (let n = 0; n < fewOrMany(30, 150); n++) {
        const broken = Buffer.from(made[i]!);
        for (let k = 0; k < 4; k++) broken[random(broken.length)] = random(256);
        const answer = await convert(converter, broken, {
          mimeType: `application/${kind}`,
          limits: { timeoutMs: 3_000 },
        });
        if ('reason' in answer) expect(['conversion-failed', 'encrypted']).toContain(answer.reason);
      }
  });
});
