import { newStemmer } from 'snowball-stemmers';
import { expect, test } from 'vitest';
import { pick, seeded } from '../../../demo/seeded.ts';
import { englishStem } from '../../../shared/text/analysis/english-stem.ts';

const reference = newStemmer('english');
const different = (words: Iterable<string>) =>
  [...words].flatMap((word) => {
    const [ours, theirs] = [englishStem(word), reference.stem(word)];
    return ours === theirs ? [] : [`${word}: ${ours}, not ${theirs}`];
  });

const ENDINGS = (
  's es ed ing ly eed eedly edly ingly ies ied y tional enci anci abli entli izer ization ational ation ator alism aliti ' +
  'alli fulness ousli ousness iveness iviti biliti bli ogi logi fulli lessli li alize icate iciti ical ful ness ative al ance ' +
  'ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion sion tion e l ll us ss sses ation ations ating ally'
).split(' ');

test('stems words of every ending like the general package', () => {
  const random = seeded('english');
  const parts = [
    'gener',
    'commun',
    'arsen',
    'hop',
    'b',
    'y',
    'ay',
    'str',
    'ee',
    'oa',
    'tt',
    'nn',
    'x',
    'w',
    'qu',
    'é',
    'le',
  ];
  const letters = () =>
    Array.from({ length: 1 + Math.floor(random() * 7) }, () => pick([...'aeiouybcdfghjklmnprstvwxz'], random)).join('');
  const words = new Set<string>();
  while (words.size < 8_000) {
    const start = random() < 0.3 ? pick(parts, random) : '';
    const ends = random() < 0.5 ? pick(ENDINGS, random) : '';
    words.add(start + letters() + ends + pick(ENDINGS, random));
    words.add(start + letters());
  }
  expect(different(words)).toEqual([]);
});

test('stems irregular words, and words that only lose their plural', () => {
  const own =
    'skis skies dying lying tying idly gently ugly early only singly sky news howe atlas cosmos bias andes inning innings ' +
    'outing canning cannings herring earring proceed proceeds exceed succeed as is by a I the';
  expect(different(own.split(' '))).toEqual([]);
});

test.each([
  ['carnivorous', 'carnivor'],
  ['plants', 'plant'],
  ['generations', 'generat'],
  ['hopping', 'hop'],
  ['hoping', 'hope'],
  ['happily', 'happili'],
  ['nationalities', 'nation'],
  ['youthful', 'youth'],
])('%s → %s', (word, stem) => expect(englishStem(word)).toBe(stem));
