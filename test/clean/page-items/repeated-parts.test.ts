import { expect, test } from 'vitest';
import { HOSTILE_PAGES } from '../../../bench/data/hostile-pages.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import type { Block } from '../../../shared/clean/html/parsed-page.ts';
import type { Part } from '../../../shared/clean/page-items/parts.ts';
import { newPostLines } from '../../../shared/clean/page-items/posts/post-lines.ts';
import { readRepeatedParts } from '../../../shared/clean/page-items/repeated-parts.ts';
import type { Url } from '../../../shared/url/url.ts';

const hostilePage = (name: string) => {
  const html = HOSTILE_PAGES.find((one) => one.name === name)?.page(200_000) ?? '';
  return parseHtml(html, { xhtml: false, maxLinks: 100_000 });
};

/** Counts how often a block is read, as a multiple of the blocks of the page. */
function readsPerBlock(page: ReturnType<typeof hostilePage>): number {
  let reads = 0;
  const read = ({ blocks }: Part) => {
    reads += blocks.length;
    return undefined;
  };
  readRepeatedParts(
    { page, chosen: page.blocks },
    { minItems: 2, minOfClass: 2, read, complete: ({ items }) => items },
  );
  return reads / page.blocks.length;
}

test('reads parts once that lie in each other and have the same text', () => {
  const reads = readsPerBlock(hostilePage('a thread of two posts in nested elements'));
  expect(reads).toBeGreaterThan(0.9);
  expect(reads).toBeLessThanOrEqual(1);
});

test('reads a block at most six times, however many candidates contain it', () => {
  const reads = readsPerBlock(hostilePage('a thread with text at every depth'));
  expect(reads).toBeGreaterThan(2);
  expect(reads).toBeLessThanOrEqual(6);
});

test('searches a line for a date and a name once', () => {
  const page = hostilePage('a thread of lines with dates');
  let parsed = 0;
  const lines = newPostLines(page, () => {
    parsed++;
    return null;
  });
  const read = (block: Block) => [lines.dateIn(block), lines.memberIn(block), lines.markedNameIn(block)];
  for (let round = 0; round < 5; round++) for (const block of page.blocks) read(block);
  expect(parsed).toBeGreaterThanOrEqual(page.blocks.length);
  expect(parsed).toBeLessThanOrEqual(3 * page.blocks.length);
});

test('looks for no name in a long line of digits', () => {
  const html = HOSTILE_PAGES.find(({ name }) => name === 'a line of digits in a thread')?.page(500_000) ?? '';
  const { genre, items } = cleanHtml('http://bog.example/t/sundews/1' as Url, html, DEFAULT_CLEAN_OPTIONS);
  expect({ genre, items }).toEqual({ genre: 'forum', items: undefined });
});
