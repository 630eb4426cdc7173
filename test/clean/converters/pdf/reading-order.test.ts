/** Order of the text on PDF pages whose content stream is in another order than the reader's. */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../../shared/clean/clean-options.ts';
import { convertedContent } from '../../../../shared/clean/converted-content.ts';
import { groupLines, type TextItem } from '../../../../shared/clean/converters/pdf/lines.ts';
import { orderItems } from '../../../../shared/clean/converters/pdf/reading-order.ts';
import type { Url } from '../../../../shared/url/url.ts';
import { read, startConverter } from '../../../convert/converter.ts';
import { pdfOf } from '../sample-documents.ts';
import { columnAt, inRows, type Placed, prose, shuffled, streamOf, wrap } from './placed-text.ts';

const converter = startConverter();
afterAll(() => converter.close());

const textOfStream = async (stream: string, page = '') =>
  convertedContent(
    await read(converter, pdfOf([stream], { page })),
    'http://bog.example/a.pdf' as Url,
    DEFAULT_CLEAN_OPTIONS,
  ).text;
const textOf = (lines: readonly Placed[]) => textOfStream(streamOf(lines));

/** Two columns whose sentence and word continue in the second one. */
const LEFT = [...wrap(prose(240, 1)), 'Our maps omit all the wet places of the sun-'];
const RIGHT = ['dew that grows there in the moss of the bog.', ...wrap(prose(200, 2))];
const ACROSS = 'the wet places of the sundew that grows there';
const X = [60, 320] as const;

/** A paper: running head, title, authors beside each other and abstract above two columns, a footnote and a page number below. */
const paperOf = (left: readonly string[], right: readonly string[], shift = 0): Placed[] => [
  { x: 60, y: 765, text: 'Ada Moor and Bo Fen', size: 8 },
  { x: 480, y: 765, text: 'Annals of Peat 7', size: 8 },
  { x: 150, y: 720, text: 'On the moss of northern bogs', size: 20 },
  { x: 130, y: 690, text: 'Ada Moor' },
  { x: 400, y: 690, text: 'Bo Fen' },
  { x: 110, y: 678, text: 'University of Moss' },
  { x: 380, y: 678, text: 'Institute of Peat' },
  ...columnAt(100, 640, wrap(prose(50, 3), 72)),
  ...columnAt(X[0], 560, left),
  { x: 60, y: 70, text: '1 Thanks go to all who carried the instruments.', size: 8 },
  ...columnAt(X[1], 560 - shift, right),
  { x: 305, y: 30, text: '7', size: 8 },
];

describe('two columns', () => {
  const columns = paperOf(LEFT, RIGHT);

  test('are read one after the other if the stream has this order, and sentences and words continue in the next one', async () => {
    const text = await textOf(columns);
    expect(text).not.toContain(`${LEFT[3]} ${RIGHT[3]}`);
    expect(await textOf([...columnAt(X[0], 700, LEFT), ...columnAt(X[1], 700, RIGHT)])).toContain(ACROSS);
  });

  test.each([
    ['on the same baselines', 0],
    ['on other baselines', 5],
  ])('are read one after the other if the stream has rows %s', async (_, shift) => {
    const text = await textOf(inRows(paperOf(LEFT, RIGHT, shift)));
    expect(text).toContain(ACROSS);
    expect(text.indexOf(LEFT.slice(0, 4).join(' '))).toBeGreaterThan(text.indexOf(wrap(prose(50, 3), 72)[2]!));
    expect(text).toContain(RIGHT.slice(1, 4).join(' '));
    expect(text.trimEnd()).toMatch(/Thanks go to all who carried the instruments\.\s+7$/);
    expect(text).toMatch(/On the moss of northern bogs\s+Ada Moor\s+Bo Fen\s+University of Moss\s+Institute of Peat/);
  });

  test('are read one after the other if the stream has lines in no order', async () => {
    const text = await textOf(shuffled(columns));
    expect(text).toContain(ACROSS);
    expect(text).toContain(LEFT.slice(0, 4).join(' '));
    expect(text).toContain(RIGHT.slice(1, 4).join(' '));
    expect(text).toMatch(/^\s*Ada Moor and Bo Fen\s+Annals of Peat 7\s+On the moss of northern bogs/);
  });

  test('are read from left to right if the stream has the right one first', async () => {
    expect(await textOf([...columnAt(X[1], 700, RIGHT), ...columnAt(X[0], 700, LEFT)])).toContain(ACROSS);
  });

  test('are read below each other above and below a figure across both', async () => {
    const figure = [
      { x: 120, y: 430, text: 'wet' },
      { x: 420, y: 445, text: 'dry' },
      { x: 90, y: 410, text: 'Figure 1. The height of the moss in the years since the first visit to the bog.' },
    ];
    const lines = [
      ...columnAt(X[0], 700, LEFT.slice(0, 18)),
      ...columnAt(X[1], 700, RIGHT.slice(0, 18)),
      ...figure,
      ...columnAt(X[0], 370, LEFT.slice(18)),
      ...columnAt(X[1], 370, RIGHT.slice(18)),
    ];
    const text = await textOf(inRows(lines));
    expect(text).toContain(LEFT.slice(0, 18).join(' '));
    const places = [LEFT[17], RIGHT[0], RIGHT[17], 'Figure 1.', LEFT[18], RIGHT[18]].map((line) => text.indexOf(line!));
    expect(places.every((place, i) => place > (places[i - 1] ?? -1))).toBe(true);
  });

  test('keep the rows of a table across both, and of one in a column', async () => {
    const rows = ['Moss', 'Peat', 'Heath', 'Fen'].map((name, i) => [name, `${i + 2} cm`, `wet ${i}`, `${90 - i}`]);
    const table = (x: number, y: number, width: number) =>
      rows.flatMap((cells, row) =>
        cells.map((text, column) => ({ x: x + width * column, y: y - 12 * row, text: `${text}` })),
      );
    const lines = [
      ...table(70, 740, 130),
      ...columnAt(X[0], 660, LEFT.slice(0, 14)),
      ...table(X[0], 480, 55),
      ...columnAt(X[0], 420, LEFT.slice(14)),
      ...columnAt(X[1], 660, RIGHT),
    ];
    const text = await textOf(inRows(lines));
    expect(text).toContain(ACROSS);
    expect(text.match(/Heath\s+4 cm\s+wet 2\s+88/g)).toHaveLength(2);
    expect(text.indexOf('Moss 2 cm wet 0 90')).toBeLessThan(text.indexOf(LEFT[0]!));
  });

  test('are found beside further columns', async () => {
    const texts = [1, 2, 3].map((seed) => wrap(prose(120, seed), 26));
    const text = await textOf(inRows(texts.flatMap((lines, i) => columnAt(50 + 180 * i, 700, lines))));
    for (const lines of texts) expect(text.replace(/\s+/g, ' ')).toContain(lines.join(' '));
  });

  test('with the numbers of a list of references are read with them', async () => {
    const references = (from: number) =>
      Array.from({ length: 12 }, (_, i) => {
        const [first, ...more] = wrap(prose(18, from + i), 36);
        return { number: `[${from + i}]`, lines: [first!, ...more] };
      });
    const place = (x: number, list: ReturnType<typeof references>) => {
      let y = 700;
      return list.flatMap(({ number, lines }) => {
        const placed = [{ x, y, text: number }, ...columnAt(x + 24, y, lines)];
        y -= 12 * lines.length;
        return placed;
      });
    };
    const [first, second] = [references(11), references(31)];
    const text = await textOf(inRows([...place(X[0], first), ...place(X[1], second)]));
    for (const { number, lines } of [...first, ...second])
      expect(text.replace(/\s+/g, ' ')).toContain(`${number} ${lines.join(' ')}`);
  });
});

describe('other text', () => {
  test('of one column is read from the top if the stream has lines in no order', async () => {
    const lines = columnAt(72, 700, wrap(prose(300, 4), 80));
    expect(await textOf(shuffled(lines))).toBe(await textOf(lines));
  });

  test.each<[string, Placed[]]>([
    [
      'a table of sentences',
      Array.from({ length: 20 }, (_, i) => [
        { x: 60, y: 700 - 12 * i, text: wrap(prose(9, i + 1), 20 + ((i * 7) % 25))[0]! },
        { x: 320, y: 700 - 12 * i, text: wrap(prose(9, i + 50), 20 + ((i * 11) % 25))[0]! },
      ]).flat(),
    ],
    [
      'a list of words and their translations',
      Array.from({ length: 30 }, (_, i) => [
        { x: 60, y: 700 - 12 * i, text: 'to keep some of the water in'.slice(0, 8 + ((i * 5) % 20)).trim() },
        { x: 230, y: 700 - 12 * i, text: 'etwas vom Wasser im Moor halten'.slice(0, 9 + ((i * 7) % 22)).trim() },
      ]).flat(),
    ],
    [
      'a letter with two blocks of addresses',
      inRows([
        ...columnAt(72, 720, ['Ada Moor', 'Institute of Peat', 'Bog Street 12', '12345 Fenville', 'ada@moss.example']),
        ...columnAt(360, 720, ['Bo Fen', 'University of Moss', 'Heath Road 7', '54321 Moortown', 'bo@peat.example']),
        ...columnAt(72, 600, wrap(prose(150, 5), 80)),
      ]),
    ],
    [
      'a form',
      ['Name', 'Street and number', 'Town', 'Date of birth', 'Phone', 'I keep moss since'].flatMap((label, i) => [
        { x: 72, y: 700 - 20 * i, text: label },
        { x: 300, y: 700 - 20 * i, text: `Answer ${i} to it` },
      ]),
    ],
    [
      'a list with hanging numbers',
      Array.from({ length: 12 }, (_, i) => {
        const lines = columnAt(100, 700 - 36 * i, wrap(prose(24, i + 1), 76));
        return [{ x: 72, y: 700 - 36 * i, text: `${i + 1}.` }, ...lines];
      }).flat(),
    ],
    [
      'justified text with wide gaps',
      wrap(prose(200, 6), 60).flatMap((line, i) => {
        const words = line.split(' ');
        return words.map((text, word) => ({ x: 60 + word * (460 / words.length), y: 700 - 12 * i, text }));
      }),
    ],
    [
      'names in the margin of a text',
      inRows([
        ...columnAt(40, 700, ['commands.moss', 'commands.water', 'commands.sundew', 'commands.peat'], 48),
        ...columnAt(160, 700, wrap(prose(200, 8), 70)),
      ]),
    ],
  ])('such as %s keeps its rows', (_, lines) => {
    const items = itemsOf(lines);
    expect(orderItems(items)).toBe(items);
  });

  test('a comparison of two texts whose cells are written one after the other keeps this order', () => {
    const rows = Array.from({ length: 5 }, (_, row) =>
      X.map((x, i) => columnAt(x, 700 - 80 * row, wrap(prose(40, 10 * row + i), 42).slice(0, 5))),
    );
    const items = itemsOf(rows.flat(2));
    expect(orderItems(items)).toBe(items);
  });

  test('of Arabic is read from the right column to the left one', () => {
    const word = 'مستنقع';
    const column = (x: number, name: string) =>
      columnAt(
        x,
        700,
        Array.from({ length: 20 }, (_, i) => `${`${word} `.repeat(6)}${name}${i}`),
      );
    const ordered = orderItems(itemsOf(inRows([...column(60, 'b'), ...column(320, 'a')])));
    const names = groupLines(ordered).map(({ text }) => text.replace(/[^ab\d]/g, ''));
    expect(names).toEqual(['a', 'b'].flatMap((name) => Array.from({ length: 20 }, (_, i) => `${name}${i}`)));
  });

  test('of a page that is rotated is read in columns and paragraphs', async () => {
    const turned = (lines: readonly Placed[]) => `0 1 -1 0 612 0 cm\n${streamOf(lines)}`;
    const lines = [...columnAt(X[0], 540, LEFT.slice(-24)), ...columnAt(X[1], 540, RIGHT.slice(0, 24))];
    const text = await textOfStream(turned(inRows(lines)), '/Rotate 90');
    expect(text).toContain(ACROSS);
    const paragraphs = [...columnAt(60, 540, wrap(prose(60, 1))), ...columnAt(60, 380, wrap(prose(60, 2)))];
    expect((await textOfStream(turned(paragraphs), '/Rotate 90')).split('\n\n')).toHaveLength(2);
  });

  test('of a table that is turned is read without the header and page number that other pages have', async () => {
    const pages = ['one', 'two', 'three', 'four'].map((name, i) => {
      const body = streamOf(columnAt(100, 500, wrap(`The page ${name} of the notes. ${prose(60, i)}`)));
      const edges = streamOf([
        { x: 60, y: 760, text: 'Annals of the peat' },
        { x: 300, y: 30, text: `${i + 1}` },
      ]);
      return name === 'three' ? `${edges}\nq 0 1 -1 0 612 0 cm ${body} Q` : `${edges}\n${body}`;
    });
    const { parts } = await read(converter, pdfOf(pages));
    const text = parts.map((part) => ('text' in part ? part.text : '')).join('\n');
    expect(text).toContain('The page three of the notes.');
    expect(text.match(/Annals of the peat/g)).toHaveLength(1);
    expect(text).not.toMatch(/\d/);
  });

  test('beside text in another direction is ordered, and that text is kept', async () => {
    const stamp = 'q 0 1 -1 0 30 200 cm BT /F1 18 Tf 0 0 Td (archive:1234) Tj ET Q';
    const rows = streamOf(inRows([...columnAt(X[0], 700, LEFT), ...columnAt(X[1], 700, RIGHT)]));
    const text = await textOfStream(`${stamp}\n${rows}`);
    expect(text).toContain(ACROSS);
    expect(text).toContain('archive:1234');
  });
});

/** Returns text items as pdf.js does. Letters are half as wide as high. */
function itemsOf(lines: readonly Placed[]): TextItem[] {
  return lines.flatMap(({ x, y, text, size = 10 }, i) => {
    const item = { str: text, transform: [size, 0, 0, size, x, y], width: (text.length * size) / 2, height: size };
    const next = lines[i + 1];
    const hasGap = next !== undefined && next.y === y && next.x > x;
    const gap = { str: ' ', transform: [size, 0, 0, size, x + item.width, y], width: 10, height: 0, hasEOL: false };
    return hasGap ? [{ ...item, hasEOL: false }, gap] : [{ ...item, hasEOL: true }];
  });
}
