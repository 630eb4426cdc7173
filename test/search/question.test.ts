import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_QUERY_LENGTH, readQuestion } from '../../shared/search/question.ts';
import { anyText } from '../any-text.ts';

// query · words · filters
test.each<[string, string, object]>([
  ['pitcher plants', 'pitcher plants', {}],
  ['plants site:www.Example.org', 'plants', { site: 'www.example.org' }],
  ['site:https://example.org:8080/a?b plants', 'plants', { site: 'example.org:8080' }],
  ['site:*.example.org', '', { site: 'example.org' }],
  ['lang:DE type:PDF class:CP.Drosera x', 'x', { language: 'de', type: 'pdf', class: 'CP.Drosera' }],
  ['lang:DEU x lang:ger', 'x', { language: 'de' }],
  ['lang:und', '', { language: 'und' }],
  ['class:"Big plants" x', 'x', { class: 'Big plants' }],
  ['after:2020 before:2021-05 x', 'x', { after: '2020', before: '2021-05' }],
  ['-5 ls -l --all moss', '-5 ls -l --all moss', {}],
  ['http://a.example/ meat-eating', 'http://a.example/ meat-eating', {}],
])('reads %s as words and filters', (query, text, filters) => {
  const question = readQuestion(query, ['en']);
  expect(question).toMatchObject({ text, filters, bonuses: [], ignored: [], faults: [] });
  expect(question).not.toHaveProperty('condition');
  expect(question).not.toHaveProperty('understood');
});

// query · how it is understood
test.each<[string, string]>([
  ['"pitcher plants" bog -baseball', '"pitcher plants" AND NOT baseball, ranked by bog'],
  ['moss OR fen AND bog', 'moss OR (fen AND bog)'],
  ['(moss OR fen) AND NOT "peat hag"', '(moss OR fen) AND NOT "peat hag"'],
  ['moss fen -site:a.example', '(moss OR fen) AND NOT site:a.example'],
  ['title:"round leaved" date:2020..2021', 'title:"round leaved" AND date:2020..2021'],
  ['plant* sundw~1 "a b"~3', '"a b"~3, ranked by plant*, sundw~1'],
  ['date:>=2020', 'date:>=2020'],
])('says how it understood %s', (query, understood) => {
  expect(readQuestion(query, ['en']).understood).toBe(understood);
});

test.each([
  ['type:webpage x', 'type:webpage', 0, 'one of html, text, markdown'],
  ['x LANG:english', 'LANG:english', 2, 'the code of a language'],
  ['lang:zz', 'lang:zz', 0, 'the code of a language'],
  ['"lang:zz" lang:zz', 'lang:zz', 10, 'the code of a language'],
  ['site:a.example/path', 'site:a.example/path', 0, 'the name of a host'],
  ['after:yesterday', 'after:yesterday', 0, 'a date'],
])('reports the invalid filter in %j', (query, filter, at, expected) => {
  const { filters, faults } = readQuestion(query, ['en']);
  expect(filters).toEqual({});
  expect(faults).toEqual([{ filter, at, detail: expect.stringContaining(`must be ${expected}`) }]);
});

test.each([
  ['('.repeat(200), 'more than 100 nested brackets'],
  [Array(300).fill('a').join(' OR '), 'more than 256 operators'],
  [Array(50).fill('"moss fen"').join(' '), 'more than 32 conditions'],
])('searches a question beyond the limits as words', (query, message) => {
  const { condition, ignored } = readQuestion(`moss ${query}`, ['en']);
  expect(condition).toBeUndefined();
  expect(ignored).toEqual([{ operator: '…', detail: expect.stringContaining(message) }]);
});

test('names at most ten parts that are not applied, each once and shortened', () => {
  const fields = Array.from({ length: 50 }, (_, i) => `editor:word${i} editor:word${i}`).join(' ');
  const { ignored } = readQuestion(`editor:${'x'.repeat(500)} ${fields}`.slice(0, MAX_QUERY_LENGTH), ['en']);
  const names = ignored.map(({ operator }) => operator);
  expect([names.length, new Set(names).size, Math.max(...names.map((name) => name.length))]).toEqual([10, 10, 80]);
});

test('reads any text without an error', () => {
  fc.assert(fc.property(anyText(3_000), (text) => void readQuestion(text, ['en'])));
});

describe('parts of mapped fields', () => {
  const GRAMMARS = { event: { separator: ';', parts: ['period', 'language', 'time'] } };
  const event = (...parts: (string[] | null)[]) => ({ match: 'parts', field: 'event', separator: ';', parts });

  // query · condition · text
  test.each<[string, object, string]>([
    ['event.period:2002p1', event(['2002p1'], null, null), ''],
    ['event.period:2002p1 AND EVENT.language:sv', event(['2002p1'], ['sv'], null), ''],
    ['event.time:"dag  och kväll"', event(null, null, ['dag och kväll']), ''],
    ['event.language:(sv OR en) event.period:2002p1', event(['2002p1'], ['sv', 'en'], null), ''],
    ['event.period:2002p1;sv', { match: 'none' }, ''],
    [`event.time:${'x'.repeat(201)}`, { match: 'none' }, ''],
    // Two values of a part, and parts that are alternatives of each other, may be in two events.
    [
      'event.period:1 event.period:2',
      { match: 'and', parts: [event(['1'], null, null), event(['2'], null, null)] },
      '',
    ],
    [
      'event.period:1 OR event.language:sv',
      { match: 'or', parts: [event(['1'], null, null), event(null, ['sv'], null)] },
      '',
    ],
    ['-event.period:1', { match: 'not', part: event(['1'], null, null) }, ''],
  ])('reads %s', (query, condition, text) => {
    const question = readQuestion(query, ['en'], GRAMMARS);
    expect(question).toMatchObject({ condition, text, ignored: [], faults: [] });
  });

  test('ranks by the words beside them', () => {
    const { condition, text } = readQuestion('moss event.period:2002p1 event.language:sv', ['en'], GRAMMARS);
    expect(condition).toMatchObject({ match: 'and', parts: [event(['2002p1'], ['sv'], null), { match: 'words' }] });
    expect(text).toBe('moss');
  });

  test('reads names that are no parts as words', () => {
    const question = readQuestion('event.place:Lund other.period:1 "event.period:1"', ['en'], GRAMMARS);
    expect(question).toMatchObject({ text: 'event.place:Lund other.period:1 event.period:1', ignored: [] });
    expect(readQuestion('event.period:1', ['en'])).toMatchObject({ text: 'event.period:1', ignored: [] });
  });

  test('says how it understood them', () => {
    const { understood } = readQuestion('event.period:2002p1 -event.time:"dag kväll"', ['en'], GRAMMARS);
    expect(understood).toBe('event.period:2002p1 AND NOT event.time:"dag kväll"');
  });
});
