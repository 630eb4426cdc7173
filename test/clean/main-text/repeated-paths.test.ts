import { expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { surveyClassNames } from '../../../shared/clean/main-text/class-names.ts';
import { findRepeatedPaths } from '../../../shared/clean/main-text/repeated-paths.ts';
import { cuesOf } from './cues.ts';

const card = (n: number) => `<div class="card c-${n}"><div><p class=name>Moss ${n}</p><p>${n} m</p></div></div>`;
const page = parseHtml(`<h1>Mosses</h1>${[1, 2, 3].map(card).join('')}<p class=name>None</p>`, {
  xhtml: false,
  maxLinks: 0,
});
const paths = findRepeatedPaths(page, surveyClassNames(page, cuesOf('', 2)));

test('groups blocks by element, class and all elements around', () => {
  expect(page.blocks.map((_, i) => paths.blocks.counts[paths.blocks.firsts[i] as number])).toEqual([
    1, 3, 3, 3, 3, 3, 3, 1,
  ]);
  const names = paths.blocks.firsts[1] as number;
  expect(paths.blocks.lengths[names]).toBe(3 * 'Moss 1'.length);
});

test('finds the outermost and the innermost repeated container', () => {
  const block = page.blocks[1];
  const inner = paths.inner[block?.container ?? 0] as number;
  const outer = paths.outer[block?.container ?? 0] as number;
  expect(inner).toBe(block?.container);
  expect(page.containers.parents[inner]).toBe(outer);
  expect(paths.inner[page.blocks[0]?.container ?? 0]).toBe(0);
});
