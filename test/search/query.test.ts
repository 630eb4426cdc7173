import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryWords } from '../../shared/query/compile/query-words.ts';
import { parseWebQuery } from '../../shared/search/query.ts';

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
  ['a language by its code of three letters', 'lang:DEU x lang:ger', 'x', { language: 'de' }],
  ['pages of unknown language', 'lang:und', '', { language: 'und' }],
  ['a value in quotes', 'class:"Big plants" x', 'x', { class: 'Big plants' }],
  ['dates', 'after:2020 before:2021-05 x', 'x', { after: '2020', before: '2021-05' }],
  ['uses the last of two filters', 'lang:de lang:en', '', { language: 'en' }],
  ['removes invisible characters', 'Rezept\u00adbuch Koch\ufeffbuch', 'Rezeptbuch Kochbuch', {}],
  ['ignores quotes', '"pitcher plants', 'pitcher plants', {}],
  ['ignores brackets and operators', '(pitcher OR sundew) AND bog', 'pitcher sundew bog', {}],
  ['does not search for excluded words', 'pitcher -baseball NOT cricket -"major league"', 'pitcher', {}],
  ['reads a hyphen inside a word as part of it', 'meat-eating', 'meat-eating', {}],
  ['reads unknown fields as words', 'title:plants http://a.example/', 'title:plants http://a.example/', {}],
  ['reads a field without a value as a word', 'site: plants', 'site: plants', {}],
])('%s', (_rule, query, text, filters) => {
  expect(parseWebQuery(query)).toMatchObject({ text, filters, faults: [] });
});

test.each<[string, string, string[], string[][]]>([
  ['words as the index holds them', 'the pitcher plants', ['en'], [['pitcher'], ['plant', 'plants']]],
  ['keeps repeated words', 'bog bog', ['en'], [['bog'], ['bog']]],
  ['keeps stop words if there are no other words', 'the who', ['en'], [['the'], ['who']]],
  ['a word in every language of the query', 'Häuser', ['en', 'de'], [['hauser', 'haus']]],
  ['drops stop words of the language of the query', 'was ist die Blüte', ['en', 'de'], [['blute', 'blut']]],
  [
    'adds the language that the script identifies',
    'круглолистная Venus',
    ['en'],
    [['круглолистная', 'круглолистн'], ['venus']],
  ],
  ['keeps words unstemmed without a language', 'Plants', [], [['plants']]],
  ['nothing', ' … ', ['en'], []],
])('%s', (_rule, text, languages, words) => {
  expect(queryWords(text, languages)).toEqual(words);
});

test.each([
  ['type:webpage x', 'type:webpage', 'one of html, text, markdown'],
  ['x LANG:english', 'LANG:english', 'the code of a language'],
  ['lang:zz', 'lang:zz', 'the code of a language'],
  ['site:a.example/path', 'site:a.example/path', 'the name of a host'],
  ['after:yesterday', 'after:yesterday', 'a date'],
])('reports the invalid filter in %j', (query, filter, expected) => {
  const { filters, faults } = parseWebQuery(query);
  expect(filters).toEqual({});
  expect(faults).toEqual([{ filter, detail: expect.stringContaining(`must be ${expected}`) }]);
});

test('returns at most 32 words, different ones if there are more', () => {
  expect(queryWords('plants Plants bog plant '.repeat(100), ['en'])).toHaveLength(3);
  const words = Array.from({ length: 90 }, (_, i) => `word${i}`).join(' ');
  expect(queryWords(words, ['en'])).toHaveLength(32);
});

test('never throws, and limits the number of word forms', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (query) => {
      const { text } = parseWebQuery(query);
      expect(queryWords(text, ['en', 'zh']).flat().length).toBeLessThanOrEqual(200);
    }),
  );
});
