import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTopicFile } from '../../../shared/classify/terms/topic-file.ts';
import { compileTerms, type Locations } from '../../../shared/classify/terms/topic-terms.ts';

const EMPTY: Locations = { title: '', metadata: '', headings: '', text: '' };
const score = (topic: string, locations: Partial<Locations>) =>
  compileTerms(readTopicFile(topic, 't'))({ ...EMPTY, ...locations });

// rule · term · text · number of hits
test.each<[string, string, string, number]>([
  ['a word', 'glass', 'Glass, and more glass.', 2],
  ['whole words only', 'glass', 'glasses hourglass glass-like', 1],
  ['digits are part of a word', 'b2', 'b2 b25 ab2', 1],
  ['letters of other scripts are letters', 'über', 'über überall', 1],
  ['a phrase in its order', 'optical glass', 'Optical glass; glass optical', 1],
  ['a phrase over a line end', 'optical glass', 'optical\n  glass', 1],
  ['a phrase with a hyphen', 'venus fly trap', 'a Venus fly-trap', 1],
  ['no phrase over a full stop', 'optical glass', 'It is optical. Glass is not.', 0],
  ['no phrase over an empty line', 'optical glass', 'optical\n\nglass', 0],
  ['phrases that overlap', 'a b a', 'a b a b a', 2],
  ['an optional letter', 'coins?', 'coin coins coinss', 2],
  ['truncation', 'pitcher[^\\s]*', 'pitcher pitchers, (pitcher-plants) apitcher', 3],
  ['truncation at the end of a phrase', 'glass art[^\\s]*', 'glass art, glass artists, glass part', 2],
  ['an optional dot and spaces', 'd\\.?\\s*californica', 'D californica, D. californica, D.californica', 3],
  ['white space in front', '\\sglass', 'glass, a glass of  glass\nglass', 3],
  ['one of several', 'd\\. (capensis|anglica)', 'd. capensis d. anglica d. other', 2],
  ['an optional prefix', '(rund)?sileshår', 'rundsileshår sileshår störsileshår', 2],
  ['any character', 'meat.?eating', 'meat-eating meateating meat eating', 3],
  ['a literal punctuation mark', 'c\\+\\+', 'C++ and c', 1],
  ['a term that starts with punctuation', '\\.net', 'the .net, a.net', 2],
  ['a term that starts with a symbol', '€100', 'It cost €100.', 1],
  ['a term that starts with an emoji', '🌱 ?moss', 'a 🌱 moss, a 🌱moss', 2],
  ['the longest match counts once', 'a[^\\s]*', 'abc', 1],
  ['Han without spaces', '食虫植物', '这是食虫植物。', 1],
])('%s', (_rule, term, text, hits) => {
  expect(score(`1: ${term}=A`, { text }).score).toBe(hits);
});

test('weights hits by location: title 10, metadata 4, headings 2, text 1', () => {
  const all = {
    title: 'glass',
    metadata: 'glass',
    headings: 'glass',
    text: 'glass',
  };
  expect(score('3: glass=A', all).score).toBe(3 * (10 + 4 + 2 + 1));
});

test('counts a Boolean term as often as its rarest part in all locations', () => {
  const found = score('30: glass @and fibre[^\\s]*=A', {
    title: 'Glass',
    headings: 'glass',
    text: 'fibres of glass, fibreoptics',
  });
  expect(found).toMatchObject({
    score: 60,
    terms: [{ term: 'glass @and fibre[^\\s]*', hits: 2 }],
  });
});

test('ignores a Boolean term with a missing part', () => {
  expect(score('30: glass @and fibre=A', { text: 'glass glass' }).score).toBe(0);
});

test('subtracts the score of terms with negative weight', () => {
  const topic = '10: pitcher[^\\s]*=CP\n-10: pitcher[^\\s]* @and baseball=CP';
  expect(score(topic, { text: 'pitcher plants' }).score).toBe(10);
  expect(score(topic, { text: 'the pitcher in baseball' })).toMatchObject({
    score: 0,
    classes: [],
  });
});

test('adds a term to each of its classes and once to the score', () => {
  const found = score('50: optical glass=A.14.5, D.2.2\n20: lens=D.2.2', {
    text: 'optical glass lens',
  });
  expect(found.score).toBe(70);
  expect(found.classes).toEqual([
    { class: 'D.2.2', score: 70 },
    { class: 'A.14.5', score: 50 },
  ]);
});

test('agrees with native regular expressions on the topic of the small web', () => {
  const terms = readTopicFile(readFileSync(new URL('../../../demo/topic.txt', import.meta.url), 'utf8'), 'topic.txt');
  const find = compileTerms(terms);
  const words = [
    'Drosera',
    'd.',
    'D. capensis',
    'venus',
    "venus's fly trap",
    'flytraps',
    'pitcher plants',
    'baseball',
    'trap',
    'leaf',
    'insects',
    'rundsileshår',
    'Köttätande växter',
    'plantas carnívoras',
    'cobra',
    'lily',
    '.',
    ',',
    'x',
  ];
  const native = (text: string) => {
    const count = (source: string) => {
      const whole = new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'gu');
      return text.toLowerCase().match(whole)?.length ?? 0;
    };
    return terms.reduce((sum, { weight, parts }) => sum + weight * Math.min(...parts.map((p) => count(p.source))), 0);
  };
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 30 }), (picked) => {
      const text = picked.join(' ');
      expect(find({ ...EMPTY, text }).score).toBe(native(text));
    }),
  );
});

test('takes linear time on text that is hard for backtracking', () => {
  const find = compileTerms(readTopicFile('1: a[^\\s]*a[^\\s]*a[^\\s]*b=A\n1: (x+x+)+y=A', 't'));
  // Backtracking would exceed the test's timeout by far.
  expect(find({ ...EMPTY, text: `${'a'.repeat(400_000)} ${'x'.repeat(400_000)}` }).score).toBe(0);
});

test('searches very many terms at once', () => {
  const word = (i: number) => `w${i.toString(36)}`;
  const rows = Array.from({ length: 30_000 }, (_, i) => `1: ${word(i)} ${word(i + 7)}=A`).join('\n');
  const words = Array.from({ length: 400_000 }, (_, i) => word((i * 7) % 400_000));
  const find = compileTerms(readTopicFile(rows, 't'));
  // Term by term this would read 60 GB of text and exceed the test's timeout.
  expect(find({ ...EMPTY, text: words.join(' ') }).score).toBe(30_000);
});

// element at the end of the text · term · text · number of hits
test.each<[string, string, string, number]>([
  ['a word of one letter', 'b', 'a b', 1],
  ['a pattern of one letter', 'b[^\\s]*', 'a b', 1],
  ['a pattern with an optional end', 'b\\.?', 'a b', 1],
  ['the start of a pattern', 'b\\.c', 'a b', 0],
  ['a letter that is not in Latin-1', 'ř[^\\s]*', 'a ř', 1],
  ['an optional start', '(a|ř)?bc', 'abc bc řbc xbc', 3],
])('finds %s at the end of a text', (_rule, term, text, hits) => {
  expect(score(`1: ${term}=A`, { text }).score).toBe(hits);
});
