import { expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { classNameWords, surveyClassNames } from '../../../shared/clean/main-text/class-names.ts';
import { cueWords, eachCue, packCues, readCues, scoreTexts } from '../../../shared/clean/main-text/cue-words.ts';

test('finds the words of a text that have scores, whatever their case', () => {
  const table = readCues('reply -2 größe 1 you -1', 1);
  const found: number[] = [];
  eachCue(table, 'Reply: Größe, 12 of YOU and u', (slot) => found.push(table.scores[slot] as number));
  expect(found).toEqual([-2, 1, -1]);
  expect(cueWords('Reply: Größe, 12 of YOU and u')).toEqual(['reply', 'größe', 'of', 'you', 'and']);
});

test('scores the start of a text, strong words more', () => {
  const { means, lowest } = scoreTexts(readCues('cookie -3 recipe 1', 1), [
    { text: 'Cookie recipe' },
    { text: `${'of '.repeat(40)}cookie` },
  ]);
  expect(means[0]).toBeCloseTo(-2);
  expect([...lowest]).toEqual([-3, 0]);
  expect(means[1]).toBe(0);
});

test('keeps words apart that share a slot', () => {
  const words = Array.from({ length: 300 }, (_, i) => `w${String.fromCharCode(97 + (i % 26), 97 + ((i / 26) | 0))}`);
  const table = packCues(new Map(words.map((word, i) => [word, [i, -i]])), 2);
  for (const [i, word] of words.entries())
    eachCue(table, word, (slot) => expect([...table.scores.slice(slot * 2, slot * 2 + 2)]).toEqual([i, -i]));
});

test('reads the words of class names and gives numbered names one hash', () => {
  const page = parseHtml('<div class="postBody item-1">a</div><div class="postBody item-2">b</div><p id=cookies>c', {
    xhtml: false,
    maxLinks: 0,
  });
  const { scores, hashes } = surveyClassNames(page, readCues('body 2 1 cookies -3 -2', 2));
  expect(classNameWords('postBody item-1 x')).toEqual(['post', 'body', 'item']);
  const [one, other, id] = page.blocks.map(({ names, container }) => names || page.containers.names[container]);
  expect(hashes[one as number]).toBe(hashes[other as number]);
  expect([scores[0][one as number], scores[1][one as number]]).toEqual([2, 1]);
  expect(scores[0][id as number]).toBe(-3);
});
