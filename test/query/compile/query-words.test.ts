import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryWords } from '../../../shared/query/compile/query-words.ts';
import { anyText } from '../../any-text.ts';

test.each<[string, string, string[], string[][]]>([
  ['words as the index holds them', 'the pitcher plants', ['en'], [['pitcher'], ['plant', 'plants']]],
  ['keeps repeated words', 'bog bog', ['en'], [['bog'], ['bog']]],
  ['keeps stop words if there are no other words', 'the who', ['en'], [['the'], ['who']]],
  ['a word in every language of the query', 'Häuser', ['en', 'de'], [['hauser', 'haus']]],
  ['drops stop words of the language of the query', 'was ist die Blüte', ['en', 'de'], [['blute', 'blut']]],
  ['keeps a content word that one other language has as a stop word', 'world war', ['en', 'de'], [['world'], ['war']]],
  ['drops stop words of the language of a script', 'και βιβλίο the', ['de'], [['βιβλιο', 'βιβλ'], ['the']]],
  ['drops stop words of a script and of the query', 'the book של', ['en'], [['book']]],
  ['adds the language that the script identifies', 'կանայք Venus', ['en'], [['կանայք', 'կանայ'], ['venus']]],
  ['adds all stemmed languages of the script', 'городов', ['en'], [['городов', 'город', 'gorod']]],
  ['adds no language of a script that the query names one of', 'городов', ['ru'], [['город', 'городов']]],
  ['keeps words unstemmed without a language', 'Plants', [], [['plants']]],
  ['adds forms without accents, which stemmers read', 'café', ['de'], [['cafe', 'caf']]],
  ['adds forms with the accents of an ending', 'administracion', ['es'], [['administracion', 'administr']]],
  ['keeps letters that are no accents', 'aktör', ['sv'], [['aktor']]],
  [
    'adds a word in one to its parts',
    'e-mails fen',
    ['en'],
    [['e', 'email', 'emails', 'e mail'], ['mail', 'mails', 'email', 'emails', 'e mail'], ['fen']],
  ],
  [
    'adds the parts of a word in one that many pages write with a hyphen',
    'Emails',
    ['en'],
    [['email', 'emails', 'e mail']],
  ],
  ['adds no part alone, where the other is a stop word', 'wifi', ['ro'], [['wif', 'wifi', 'wi fi']]],
  [
    'adds the parts of a word in one, also a letter that is a stop word alone',
    'tshirt email',
    ['en', 'it'],
    [
      ['tshirt', 't shirt'],
      ['email', 'e mail'],
    ],
  ],
  [
    'adds a name in one to its parts, and the reverse',
    'Node.js nodejs Ph.D.',
    [],
    [
      ['node', 'nodejs', 'node js'],
      ['js', 'nodejs', 'node js'],
      ['nodejs', 'node js'],
      ['ph', 'phd'],
      ['d', 'phd'],
    ],
  ],
  ['joins no letter with signs to a word', 'Objective-C++', [], [['objective'], ['cplusplus']]],
  ['searches a name by its signs', 'C++ c#, .NET', ['en'], [['cplusplus'], ['csharp'], ['dotnet'], ['net']]],
  ['adds no parts to a word that is only a part', 'mail', ['en'], [['mail']]],
  [
    'adds an abbreviation in one to its letters',
    'U.S.A.',
    [],
    [
      ['u', 'usa'],
      ['s', 'usa'],
      ['a', 'usa'],
    ],
  ],
  [
    'joins letters and digits',
    '3-D COVID\u201019',
    [],
    [
      ['3', '3d'],
      ['d', '3d'],
      ['covid', 'covid19'],
      ['19', 'covid19'],
    ],
  ],
  ['joins no numbers and no other signs', '2021-05 a/b', [], [['2021'], ['05'], ['a'], ['b']]],
  ['nothing', ' … ', ['en'], []],
])('%s', (_rule, text, languages, words) => {
  expect(queryWords(text, languages)).toEqual(words);
});

test('returns at most 32 words, different ones if there are more', () => {
  expect(queryWords('plants Plants bog plant '.repeat(100), ['en'])).toHaveLength(3);
  const words = Array.from({ length: 90 }, (_, i) => `word${i}`).join(' ');
  expect(queryWords(words, ['en'])).toHaveLength(32);
});

test('never throws, and limits the number of word forms', () => {
  fc.assert(
    fc.property(anyText(5_000), (text) => {
      expect(queryWords(text, ['en', 'zh']).flat().length).toBeLessThanOrEqual(200);
    }),
  );
});
