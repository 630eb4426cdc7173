import { describe, expect, test } from 'vitest';
import { answerClassify, documentOf } from '../../shared/classify/answer-classify.ts';
import { compileFilters } from '../../shared/classify/judge.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../shared/clean/clean-page.ts';
import type { Url } from '../../shared/url/url.ts';

const judge = compileFilters([{ terms: '10: glass=A.1, B', file: 'topic.txt', cutOff: 15 }]);

test('returns verdict, score, classes, terms and reason', () => {
  const question = {
    id: 7,
    url: 'http://a.example/',
    title: 'Glass',
    text: 'glass',
    headings: ['x'],
    metadata: { subject: 'glass' },
  };
  expect(answerClassify(question, judge)).toEqual({
    id: 7,
    verdict: 'relevant',
    score: 150,
    classes: [
      { class: 'A.1', score: 150 },
      { class: 'B', score: 150 },
    ],
    terms: [{ term: 'glass', hits: 3 }],
    why: expect.stringContaining('topic.txt: score 150 above 15: glass (3)'),
  });
});

test('accepts missing and null fields', () => {
  expect(answerClassify({ text: '', title: null, url: null, metadata: null }, judge)).toMatchObject({
    id: null,
    verdict: 'off-topic',
    score: 0,
    classes: [],
    terms: [],
  });
});

test.each([
  ['no text', {}, 'text is missing'],
  ['a number for a text', { text: 5 }, 'text is not a string'],
  ['a text for headings', { text: '', headings: 'x' }, 'headings is not a list'],
  ['a list for metadata', { text: '', metadata: [] }, 'metadata is not an object'],
  ['a text for links', { text: '', links: 'x' }, 'links is not a list'],
  ['a number for a genre', { text: '', genre: 5 }, 'genre is not a string'],
  ['a number in metadata', { text: '', metadata: { a: 1 } }, 'metadata.a'],
])('rejects %s', (_what, question, message) => {
  expect(() => answerClassify(question, judge)).toThrow(message);
});

describe('a page that was cleaned', () => {
  const html = `<html lang=en><title>Glass</title><meta name=author content="Ada Ash"><h1>Glass</h1>
    <p>The oldest glass that people made was found in Syria, and it was used for beads and small figures.</p>
    <p>Blown glass is younger: workers on the coast found it two thousand years ago.</p><a href=/beads>Beads</a>`;
  const page = cleanHtml('http://a.example/' as Url, html, DEFAULT_CLEAN_OPTIONS);
  const field = (name: string, matches: string) => compileFilters([{ metadata: [{ field: name, matches }] }]);

  test.each([
    ['language', '^en$'],
    ['author', '^Ada Ash$'],
    ['type', '^text/html$'],
    ['genre', page.genre!],
  ])('is judged by its %s as in a crawl', (name, matches) => {
    const filter = field(name, matches);
    const printed = JSON.parse(JSON.stringify({ id: 1, ...page }));
    expect(filter(page).kind).toBe('relevant');
    expect(answerClassify(printed, filter).verdict).toBe('relevant');
    expect(answerClassify({ url: page.url, html }, filter).verdict).toBe('relevant');
  });

  test('keeps its links, description and keywords for models', () => {
    const printed = JSON.parse(JSON.stringify({ ...page, about: undefined }));
    expect(documentOf(printed)).toMatchObject({ links: page.links, headings: page.headings, keywords: page.keywords });
  });
});

describe('a text of which nothing else is known', () => {
  const english = 'The sundew is a plant of the bogs, and it catches insects with sticky leaves.';
  const svenska = 'Sileshår är en växt som växer på mossar, och den fångar insekter med sina klibbiga blad.';
  const ofLanguage = compileFilters([{ metadata: [{ field: 'language', matches: '^(en|de)$' }] }]);

  test('has the language of its text', () => {
    expect(answerClassify({ text: english }, ofLanguage).verdict).toBe('relevant');
    expect(answerClassify({ text: svenska, language: null }, ofLanguage).verdict).toBe('off-topic');
    expect(answerClassify({ text: svenska, language: 'de' }, ofLanguage).verdict).toBe('relevant');
    expect(JSON.parse(JSON.stringify(documentOf({ text: svenska })))).toMatchObject({ language: 'sv' });
  });

  test('is a page, and no document that the filter of documents requires a type of', () => {
    const theses = { documents: { accept: ['thesis' as const], reject: [] }, action: 'require' as const };
    const filter = compileFilters([theses, { terms: '10: sundew=A', file: 'topic.txt', cutOff: 0 }]);
    expect(answerClassify({ text: english }, filter).verdict).toBe('relevant');
    expect(answerClassify({ text: english, mimeType: 'application/pdf' }, filter).verdict).toBe('off-topic');
  });
});

test.each([
  ['http://OK.Example/Moss', 'relevant'],
  ['HTTPS://user:pw@www.ok.example:8443/', 'relevant'],
  ['http://ok.example./?q=1', 'relevant'],
  ['http://bücher.test/Abacá', 'relevant'],
  ['http://ok.example.evil.example/', 'off-topic'],
  ['http://ok.example@evil.example/', 'off-topic'],
  ['ok.example', 'off-topic'],
])('sites OK covers %s as a crawl would: %s', (url, verdict) => {
  const sites = compileFilters([
    { sitesOk: ['ok.example', 'xn--bcher-kva.test'] },
    { terms: '10: x=P', file: 't.txt', cutOff: 5 },
  ]);
  expect(answerClassify({ url, text: 'moss' }, sites)).toMatchObject({ verdict });
});

test('keeps the path of a URL as it is written', () => {
  expect(documentOf({ url: 'http://BOG.test/Abacá?a=Ä#b', text: '' }).url).toBe('http://bog.test/Abacá?a=Ä#b');
});
