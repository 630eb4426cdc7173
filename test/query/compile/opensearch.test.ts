import { expect, test } from 'vitest';
import { searchBody } from '../../../shared/aws/opensearch/opensearch-search-body.ts';
import { hasParts, type PartsTest } from '../../../shared/index/field-parts.ts';
import { TEXT_FIELDS } from '../../../shared/index/text-fields.ts';
import { conditionQuery, rankingQueries } from '../../../shared/query/compile/opensearch.ts';
import { toIndexQuery } from '../../../shared/search/search.ts';

const VALUES = ['event=a;b;c', 'event= a ; b;c', 'event=a.c;b|d;"~#@&<>', 'event=a;b', 'event=a;b;c;d', 'other=a;b;c'];

// The signs that are operators of Lucene are no operators, or the same ones, in JavaScript without flags.
test.each<[string, PartsTest['parts']]>([
  ['one part', [['a'], null, null]],
  ['several parts', [['a'], ['b'], ['c']]],
  ['alternatives', [['x', 'a'], null, ['c']]],
  ['signs', [['a.c'], ['b|d'], ['"~#@&<>']]],
  ['a sign that stands for others', [['.*'], null, null]],
])('matches the values that SQLite matches: %s', (_, parts) => {
  const test: PartsTest = { field: 'event', separator: ';', parts };
  const { regexp } = conditionQuery({ match: 'parts', ...test }) as { regexp: { fields: { value: string } } };
  const regex = new RegExp(`^(?:${regexp.fields.value})$`);
  expect(VALUES.filter((value) => regex.test(value))).toEqual(VALUES.filter((value) => hasParts(`\n${value}\n`, test)));
});

type Leaf = { fields: string[]; query: string };

/** Queries without parts, as the engine counts them: words of a phrase are several. */
function leavesOf(name: string, given: unknown): number {
  const value = given as Leaf;
  if (name === 'multi_match') return value.fields.length * value.query.split(' ').length;
  if (['term', 'terms', 'match', 'exists'].includes(name)) return 1;
  if (typeof value !== 'object') return 0;
  return Object.entries(value).reduce((sum, [key, one]) => sum + leavesOf(key, one), 0);
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ru', 'sv', 'da', 'pl', 'cs'];
const WORDS = Array.from({ length: 30 }, (_, i) => `flowering${i}s`);
const SYNONYMS = WORDS.map((word) => [word, ...Array.from({ length: 9 }, (_, i) => `${word} of growing plants${i}`)]);

test.each([
  ['words', WORDS.join(' ')],
  ['words in one', WORDS.map((word) => `self-${word}`).join(' ')],
  ['required words', WORDS.map((word) => `+${word}`).join(' ')],
  ['phrases', WORDS.map((word) => `"one two three four ${word}"`).join(' ')],
  ['a phrase', `"${WORDS.map((word) => `self-${word}`).join(' ')}"`],
])('a search for %s has no more clauses than the engine allows, with synonyms or without', (_, q) => {
  for (const synonyms of [[], SYNONYMS]) {
    const query = toIndexQuery({ crawl: 'main', q }, { languages: LANGUAGES, synonyms });
    const leaves = leavesOf('', searchBody({ ...query, allWordsFirst: true }));
    expect(leaves).toBeGreaterThan(300);
    expect(leaves).toBeLessThanOrEqual(1_024);
  }
});

test('forms that do not rank because there are too many still match', () => {
  const words = Array.from({ length: 32 }, (_, i) => Array.from({ length: 6 }, (_, k) => `w${i}f${k}`));
  const text = JSON.stringify(rankingQueries(words));
  for (const form of words.flat()) expect(text).toContain(`"${form}"`);
});

test('of too many phrases the first stay', () => {
  const phrases = SYNONYMS.slice(0, 15).map(([, phrase = '']) => phrase.split(' '));
  const part = { match: 'words' as const, fields: [...TEXT_FIELDS], maxGap: 0, ordered: true };
  const alternatives = [['flower'], ...phrases, ...phrases.map((words) => words.toReversed()), ['bloom']];
  const text = JSON.stringify(
    searchBody({ words: [], filters: {}, from: 0, size: 1, condition: { ...part, alternatives } }),
  );
  expect(text).toContain('"flower","bloom"');
  expect(text).toContain(phrases.at(-1)!.join(' '));
  expect(text).not.toContain(phrases.at(-1)!.toReversed().join(' '));
});
