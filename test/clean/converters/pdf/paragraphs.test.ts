import { describe, expect, test } from 'vitest';
import type { Line } from '../../../../shared/clean/converters/pdf/lines.ts';
import { joinParts } from '../../../../shared/clean/converters/pdf/paragraphs.ts';

/** Places lines below each other: font size, text. A size of 0 begins the next column. */
function linesOf(texts: readonly [size: number, text: string][]): Line[] {
  let [x, y] = [60, 700];
  return texts.flatMap(([size, text]) => {
    if (size === 0) [x, y] = [x + 260, 700];
    else y -= 12;
    return size === 0 ? [] : [{ text, x, y, size, isEntry: false, hasGap: false }];
  });
}

const textsOf = (...pages: Line[][]) =>
  joinParts(pages, 10, new Set()).flatMap((part) => ('text' in part ? [part.text] : []));

const NOTE: [number, string] = [8, '1 Thanks go to all who carried the instruments.'];
const START: [number, string][] = [
  ...Array.from({ length: 8 }, (): [number, string] => [10, 'The moss keeps the water of many years, and so']),
  [10, 'our maps omit all the wet places of the sun-'],
];
const REST: [number, string] = [10, 'dew that grows there in the moss of the bog.'];
const WHOLE = expect.stringContaining('the wet places of the sundew that grows there');

describe('a paragraph before footnotes', () => {
  test('continues in the next column, on the next page and behind a caption', () => {
    expect(textsOf(linesOf([...START, NOTE, [0, ''], REST]))).toEqual([WHOLE, NOTE[1]]);
    expect(textsOf(linesOf([...START, NOTE]), linesOf([REST]))).toEqual([WHOLE, NOTE[1]]);
    const caption: [number, string] = [9, 'Figure 1. The height of the moss.'];
    expect(textsOf(linesOf([...START, NOTE]), linesOf([caption, REST]))).toEqual([WHOLE, NOTE[1], caption[1]]);
  });

  test.each<[string, [number, string][]]>([
    ['in the same column', [NOTE, REST]],
    ['behind a heading', [NOTE, [0, ''], [16, 'On peat'], REST]],
    ['behind another paragraph', [NOTE, [0, ''], [10, 'Peat is wet.'], [8, 'A note.'], [0, ''], REST]],
    ['in a short line, such as a formula', [NOTE, [0, ''], [10, 'dx + y']]],
    ['in a new sentence', [NOTE, [0, ''], [10, 'Dew grows there in the moss of the bog.']]],
  ])('does not continue %s', (_, rest) => {
    const texts = textsOf(linesOf([...START, ...rest]));
    expect(texts[0]).toMatch(/places of the sun-$/);
    expect(texts).toHaveLength(1 + rest.filter(([size]) => size > 0).length);
  });
});
