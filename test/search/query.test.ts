import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWebQuery, queryWords } from '../../shared/search/query.ts';

// rule · query · words · filters
test.each<[string, string, string, object]>([
  ['words', 'pitcher plants', 'pitcher plants', {}],
  ['a site', 'plants site:www.Example.org', 'plants', { site: 'www.example.org' }],
  ['a site as an address', 'site:https://example.org:8080/a?b plants', 'plants', { site: 'example.org:8080' }],
  ['a site with a star', 'site:*.example.org', '', { site: 'example.org' }],
  [
    'language, type and class',
    'lang:DE type:PDF class:CP.Drosera x',
    'x',
    { language: 'de', type: 'pdf', class: 'CP.Drosera' },
  ],
  ['a value in quotes', 'class:"Big plants" x', 'x', { class: 'Big plants' }],
  ['dates', 'after:2020 before:2021-05 x', 'x', { after: '2020', before: '2021-05' }],
  ['the last of two counts', 'lang:de lang:en', '', { language: 'en' }],
  ['quotes are tolerated', '"pitcher plants', 'pitcher plants', {}],
  ['brackets and operators are tolerated', '(pitcher OR sundew) AND bog', 'pitcher sundew bog', {}],
  ['what is excluded is not searched for', 'pitcher -baseball NOT cricket -"major league"', 'pitcher', {}],
  ['a hyphen in a word excludes nothing', 'meat-eating', 'meat-eating', {}],
  ['other fields are words', 'title:plants http://a.example/', 'title:plants http://a.example/', {}],
  ['a field without a value is a word', 'site: plants', 'site: plants', {}],
])('%s', (_rule, question, text, filters) => {
  expect(parseWebQuery(question)).toEqual({ text, filters, faults: [] });
});

test.each<[string, string, string[], string[][]]>([
  ['words as the index knows them', 'the pitcher plants', ['en'], [['pitcher'], ['plant', 'plants']]],
  ['words that the question repeats count again', 'bog bog', ['en'], [['bog'], ['bog']]],
  ['a question of stop words is asked as it stands', 'the who', ['en'], [['the'], ['who']]],
  ['a word in every language asked for', 'Häuser', ['en', 'de'], [['hauser', 'haus']]],
  ['stop words of the language the question is in', 'was ist die Blüte', ['en', 'de'], [['blute', 'blut']]],
  [
    'a language that letters tell of need not be named',
    'круглолистная Venus',
    ['en'],
    [['круглолистная', 'круглолистн'], ['venus']],
  ],
  ['no language: words as they stand', 'Plants', [], [['plants']]],
  ['nothing', ' … ', ['en'], []],
])('%s', (_rule, text, languages, words) => {
  expect(queryWords(text, languages)).toEqual(words);
});

test('never throws, and limits the number of word forms', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (question) => {
      const { text } = parseWebQuery(question);
      expect(queryWords(text, ['en', 'zh']).flat().length).toBeLessThanOrEqual(200);
    }),
  );
});
