import { expect, test } from 'vitest';
import { createApp } from '../../../web/app.ts';
import { acceptedLanguage } from '../../../web/language/choose-language.ts';
import { LANGUAGES } from '../../../web/language/table.ts';
import { aHit, aWorld } from '../fixtures.ts';

const { ports } = aWorld({ hits: [aHit()] });
const app = createApp(ports);

const languageOf = async (answer: Response | Promise<Response>): Promise<string | undefined> =>
  /<html lang="(\w+)">/.exec(await (await answer).text())?.[1];

test.each([
  ['sv', 'sv'],
  ['sv-FI,sv;q=0.9,en;q=0.8', 'sv'],
  ['fi, de;q=0.5, en;q=0.4', 'de'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['en;q=0.1, DE;q=0.2', 'de'],
  ['sv;q=0, de;q=0.1', 'de'],
  ['fi', undefined],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
  [';;;q=,,', undefined],
])('Accept-Language %s asks for %s', (header, language) => expect(acceptedLanguage(header)).toBe(language));

test('a page has the language that the browser prefers, and says that it depends on it', async () => {
  const answer = await app.request('/search?q=sundews', { headers: { 'accept-language': 'sv' } });
  expect(answer.headers.get('vary')?.toLowerCase()).toMatch(/accept-language/);
  const text = await answer.text();
  expect(text).toContain('<html lang="sv">');
  expect(text).toContain('1 träff');
  expect(text).toContain('Poäng 4,25');
  expect(text).toContain('3 juni 2021');
});

test.each(['/', '/search?q=sundews', '/advanced', '/nothing'])(
  'no cache may show %s in another language',
  async (path) => {
    const { headers } = await app.request(path, { headers: { accept: 'text/html' } });
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('vary')).toMatch(/^accept-language, cookie\b/);
  },
);

test.each(['/', '/search?q=', '/crawl', '/help', '/browse', '/nothing', '/search?size=x'])(
  'the page %s is there in every language',
  async (path) => {
    for (const language of LANGUAGES)
      expect(await languageOf(app.request(path, { headers: { 'accept-language': language } }))).toBe(language);
  },
);

test('the parameter ui chooses the language, and a cookie keeps it', async () => {
  const chosen = await app.request('/help?ui=de', { headers: { 'accept-language': 'sv' } });
  const [cookie] = chosen.headers.get('set-cookie')!.split(';');
  expect(await languageOf(chosen)).toBe('de');
  expect(await languageOf(app.request('/', { headers: { 'accept-language': 'sv', cookie: cookie! } }))).toBe('de');
  expect(chosen.headers.get('vary')?.toLowerCase()).toMatch(/cookie/);
});

test('an unknown language is ignored, and sets no cookie', async () => {
  const answer = await app.request('/help?ui=xx', { headers: { cookie: 'ui="><script>', 'accept-language': 'sv' } });
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(await languageOf(answer)).toBe('sv');
});

test('links are the same in every language, so permalinks are', async () => {
  const linksOf = async (language: string) => {
    const text = await (
      await app.request('/search?q=sundews&lang=en', { headers: { 'accept-language': language } })
    ).text();
    return [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!).filter((href) => !/[?;]ui=/.test(href));
  };
  expect(await linksOf('sv')).toEqual(await linksOf('en'));
  expect((await linksOf('sv')).length).toBeGreaterThan(8);
});

test('a page links to itself in the other languages', async () => {
  const text = await (await app.request('/search?q=a%26b&lang=en')).text();
  expect(text).toContain('<a href="/search?q=a%26b&amp;lang=en&amp;ui=sv" hreflang="sv"');
});

test('a server has a language for visitors whose browser asks for none of the pages', async () => {
  const swedish = createApp({ ...ports, language: 'sv' });
  expect(await languageOf(swedish.request('/'))).toBe('sv');
  expect(await languageOf(swedish.request('/', { headers: { 'accept-language': 'en' } }))).toBe('en');
});

test('each language has its own ETag', async () => {
  const tags = await Promise.all(
    ['en', 'sv'].map(async (language) =>
      (await app.request('/help', { headers: { 'accept-language': language } })).headers.get('etag'),
    ),
  );
  expect(tags[0]).not.toBe(tags[1]);
});

test('a browser that has the page already still gets the cookie of the language that it asks for', async () => {
  const first = await app.request('/help?ui=sv');
  const again = await app.request('/help?ui=sv', { headers: { 'if-none-match': first.headers.get('etag')! } });
  expect([again.status, again.headers.get('set-cookie')]).toEqual([304, first.headers.get('set-cookie')]);
  expect(again.headers.get('set-cookie')).toContain('sv');
});

test('the page of an unknown path that starts with two slashes links to this server', async () => {
  const answer = await app.request('http://localhost//', { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toMatch(/href="\/\//);
});
