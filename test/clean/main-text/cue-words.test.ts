import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeWords } from '../../../bench/train/main-text/write-models.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { classNameWords, surveyClassNames } from '../../../shared/clean/main-text/class-names.ts';
import {
  cueWords,
  findCue,
  packCues,
  readStarts,
  scoreTexts,
  unpackWords,
} from '../../../shared/clean/main-text/cue-words.ts';
import { cuesOf } from './cues.ts';

test('finds the words of a text that have scores, whatever their case', () => {
  const table = cuesOf('reply -2 größe 1 you -1', 1);
  const { hashes, ends } = readStarts([{ text: 'Reply: Größe, 12' }, { text: 'of YOU and u' }]);
  const slots = Array.from(hashes, (hash) => findCue(table, hash));
  expect(slots.map((slot) => (slot === -1 ? undefined : table.scores[slot]))).toEqual([
    -2,
    1,
    undefined,
    -1,
    undefined,
  ]);
  expect([...ends]).toEqual([2, 5]);
  expect(cueWords('Reply: Größe, 12 of YOU and u')).toEqual(['reply', 'größe', 'of', 'you', 'and']);
});

test('scores the start of a text, strong words more', () => {
  const table = cuesOf('cookie -3 recipe 1', 1);
  const words = readStarts([
    { text: 'Cookie recipe' },
    { text: `${'of '.repeat(40)}cookie` },
    { text: '' },
    { text: 'Recipe' },
  ]);
  const { means, lowest } = scoreTexts(table, words);
  expect(means[0]).toBeCloseTo(-2);
  expect([...means.slice(1)]).toEqual([0, 0, 1]);
  expect([...lowest]).toEqual([-3, 0, 0, 0]);
  expect([...scoreTexts(table, words, [3]).means]).toEqual([0, 0, 0, 1]);
});

test('reads more words than the buffer has room for', () => {
  const texts = Array.from({ length: 2_000 }, (_, i) => ({ text: i % 2 === 0 ? 'one two three four' : 'recipe' }));
  const { means } = scoreTexts(cuesOf('recipe 1', 1), readStarts(texts));
  expect(means.every((mean, i) => mean === i % 2)).toBe(true);
});

test('keeps words apart that share a slot', () => {
  const words = Array.from({ length: 300 }, (_, i) => `w${String.fromCharCode(97 + (i % 26), 97 + ((i / 26) | 0))}`);
  const table = packCues(new Map(words.map((word, i) => [word, [i, -i]])), 2);
  const { hashes } = readStarts(words.map((text) => ({ text })));
  for (const [i, hash] of hashes.entries()) {
    const slot = findCue(table, hash);
    expect([...table.scores.slice(slot * 2, slot * 2 + 2)]).toEqual([i, -i]);
  }
});

test('reads the words of class names and gives numbered names one hash', () => {
  const page = parseHtml('<div class="postBody item-1">a</div><div class="postBody item-2">b</div><p id=cookies>c', {
    xhtml: false,
    maxLinks: 0,
  });
  const { scores, hashes } = surveyClassNames(page, cuesOf('body 2 1 cookies -3 -2', 2));
  expect(classNameWords('postBody item-1 x')).toEqual(['post', 'body', 'item']);
  const [one, other, id] = page.blocks.map(({ names, container }) => names || page.containers.names[container]);
  expect(hashes[one as number]).toBe(hashes[other as number]);
  expect([scores[0][one as number], scores[1][one as number]]).toEqual([2, 1]);
  expect(scores[0][id as number]).toBe(-3);
});

test('unpacks the words of a model file as they were written, sorted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thresher-words-'));
  try {
    const file = join(folder, 'words.ts');
    writeWords(file, {
      WORDS: new Map([
        ['reply', [-2, 1]],
        ['größe', [1, -0.5]],
        ['記事', [3, 0]],
      ]),
    });
    const { WORDS } = (await import(file)) as { WORDS: string };
    expect([...unpackWords(WORDS)]).toEqual([
      ['größe', [1, -0.5]],
      ['reply', [-2, 1]],
      ['記事', [3, 0]],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
