import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { findUnits, joinAttributions } from '../../../shared/clean/main-text/block-units.ts';

describe('blocks that are text together', () => {
  test('the name at the start of a quotation has the score of the quoted text', () => {
    const page = parseHtml(
      '<p>Fen.</p><blockquote><cite>ada wrote:</cite>Moss grows.</blockquote><blockquote><cite>Moss</cite> is a book.</blockquote>',
      { xhtml: false, maxLinks: 10 },
    );
    expect(page.blocks.map(({ text }) => text)).toEqual(['Fen.', 'ada wrote:', 'Moss grows.', 'Moss is a book.']);
    const scores = Float32Array.of(3, 2, -1, 4);
    joinAttributions(page, scores);
    expect([...scores]).toEqual([3, -1, -1, 4]);
  });

  test('the caption of a figure belongs to the data table in it', () => {
    const page = parseHtml(
      '<p>Fen.</p><figure><table><tr><th>a<th>b<tr><td>1<td>2</table><figcaption>Depth</figcaption></figure><figure><img src=i><figcaption>Mill</figcaption></figure>',
      { xhtml: false, maxLinks: 10 },
    );
    const units = findUnits(page);
    const [fen, table, ...rest] = page.blocks.map(({ container }) => units[container]);
    expect(fen).toBe(0);
    expect(table).not.toBe(0);
    expect(rest).toEqual([table, table, table, table, 0]);
  });
});
