import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eld } from 'eld/extrasmall';
import { expect, test } from 'vitest';
import { FUNCTION_WORDS } from '../../../shared/clean/language/function-words.ts';
import { detectByNgrams } from '../../../shared/clean/language/ngram-detector.ts';
import { fewOrMany } from '../../long-test.ts';

/** Samples of every script and of every edge of the limits on words and bytes. */
const SCRIPTS = [
  'Alle Menschen sind frei und gleich an Würde und Rechten geboren.',
  'Всі люди народжуються вільними і рівними у своїй гідності та правах.',
  'Բոլոր մարդիկ ծնվում են ազատ ու հավասար',
  'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι',
  'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。',
  '人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。'.repeat(9),
  'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता',
  "L'homme n'est pas d’accord, qu'il l`est",
  'İSTANBUL ŞEHRİ IŞIK',
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 mathematical 𐐀𐐁 letters',
  ...[1, 2, 3, 4, 5, 6, 7, 69, 70, 71, 72, 73, 74, 120, 380].map((length) => 'abcdefghij'.repeat(40).slice(0, length)),
  ...[1, 70, 71, 72, 380].map((length) => `${'é'.repeat(length)} ${'я'.repeat(length)} ${'語'.repeat(length)}`),
  'a b c d',
  '1234 ... !',
  '',
];

const samples = (): string[] => {
  const words = Object.values(FUNCTION_WORDS).flatMap((list) => list.split(/\s+/));
  const docs = ['README.md', 'docs/languages.md', 'docs/visits.md'].map((name) =>
    readFileSync(join(import.meta.dirname, '../../..', name), 'utf8'),
  );
  const mixed = Array.from({ length: 1_000 }, (_, i) =>
    Array.from(
      { length: 1 + (i % 70) },
      (_, j) => words[(i * 7_919 + j * 104_729 * (1 + (i % 13))) % words.length],
    ).join(' '),
  );
  const pieces = docs.flatMap((text) => Array.from({ length: 100 }, (_, i) => text.slice(i * 61, i * 61 + 20 + i * 5)));
  const lists = Object.values(FUNCTION_WORDS).flatMap((list) => [list.slice(0, 60), list]);
  return [...SCRIPTS, ...mixed, ...pieces, ...lists];
};

test('agrees with the package eld in language, reliability and scores', () => {
  for (const text of samples().filter((_, i) => i % fewOrMany(5, 1) === 0)) {
    const expected = eld.detect(text);
    const found = detectByNgrams(text);
    expect(found?.language ?? '', text).toBe(expected.language);
    if (!found) continue;
    const scores = expected.getScores();
    const [best, second = 0] = Object.values(scores);
    expect([found.best, found.second, found.isReliable], text).toEqual([best, second, expected.isReliable()]);
    for (const [language, score] of Object.entries(scores)) expect(found.scoreOf(language)).toBe(score);
    expect(found.scoreOf('xx')).toBeUndefined();
  }
});
