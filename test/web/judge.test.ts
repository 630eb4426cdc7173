import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import type { PageToJudge } from '../../shared/classify/judgements/page-to-judge.ts';
import type { Url } from '../../shared/url/url.ts';
import { createApp } from '../../web/app.ts';
import type { RecentVerdict } from '../../web/judge/judging.ts';
import { guardRequests } from '../../web/limits/request-guard.ts';
import { aWorld } from './fixtures.ts';

const PAGE: PageToJudge = {
  url: 'http://bogs.example/' as Url,
  title: 'Bogs',
  verdict: 'off-topic',
  score: 20,
  margin: 0.1,
  why: '/topics/plants.txt: score 20 not above 25: sundew (2)',
  terms: [{ term: 'sundew', hits: 2 }],
  excerpt: 'The sundew grows on bogs.',
  fetchedAt: '2026-05-03T12:00:00.000Z',
};

const AGREEMENT = { relevant: { judged: 4, agreed: 3 }, 'off-topic': { judged: 0, agreed: 0 } };

function judging(pages: PageToJudge[] = [PAGE], last?: RecentVerdict) {
  const given: unknown[] = [];
  const { ports, world } = aWorld({});
  const app = createApp(
    {
      ...ports,
      judging: {
        token: 'secret',
        pages: async () => ({ pages, judged: 7, agreement: AGREEMENT, ...(last && { last }) }),
        judge: async (...verdict) => {
          given.push(verdict);
          return verdict[1] === PAGE.url;
        },
      },
    },
    guardRequests([]),
  );
  const post = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    Promise.resolve(
      app.request('http://127.0.0.1/judge', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(form),
      }),
    );
  const crawlPage = async () => (await app.request('http://127.0.0.1/crawl')).text();
  return { given, post, crawlPage, world };
}
const FORM = { token: 'secret', crawl: 'garden', url: PAGE.url, verdict: 'relevant' };

test('the crawl page shows pages to judge with a form each, and no folders of the machine', async () => {
  const html = await judging().crawlPage();
  expect(html).toContain('<h2>Pages to judge</h2>');
  expect(html).toContain('<small>off-topic, score <b>20</b>: plants.txt: score 20 not above 25: sundew (2)</small>');
  expect(html).toContain('The sundew grows on bogs.');
  expect(html).toContain('7 pages have your verdict. You confirmed 3 of 4 relevant pages.');
  expect(html).toContain('<button name="verdict" value="off-topic">');
  expect(html).not.toContain('Undo');
});

test('escapes what pages say', async () => {
  const evil = `"'><script>alert(1)</script>`;
  const page = { ...PAGE, url: evil as Url, title: evil, why: evil, excerpt: evil };
  const html = await judging([page], { url: evil, title: evil, verdict: 'relevant' }).crawlPage();
  const scripts: string[] = [];
  type Node = { name?: string; attribs?: Record<string, string>; children?: Node[] };
  const walk = (node: Node): void => {
    if (node.name === 'script') scripts.push(node.attribs?.['src'] ?? 'inline');
    node.children?.forEach(walk);
  };
  walk(parseDocument(html) as unknown as Node);
  expect(scripts).not.toContain('inline');
  expect(html).toContain('value="&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
});

test('a form stores the verdict and leads back to the crawl page', async () => {
  const { given, post } = judging();
  const answer = await post(FORM);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/crawl?crawl=garden#judge']);
  await post({ ...FORM, verdict: 'off-topic' });
  await post({ ...FORM, verdict: 'none' });
  expect(given).toEqual([
    ['garden', PAGE.url, 'relevant'],
    ['garden', PAGE.url, 'off-topic'],
    ['garden', PAGE.url, undefined],
  ]);
});

test('the latest verdict can be taken back', async () => {
  const html = await judging([], { url: PAGE.url, title: 'Bogs', verdict: 'off-topic' }).crawlPage();
  expect(html).toContain('No page is left to judge.');
  expect(html).toMatch(/Bogs<\/span>: Off-topic<\/span> <button name="verdict" value="none">Undo/);
});

test('programs get JSON', async () => {
  const answer = await judging().post(FORM, { accept: 'application/json' });
  expect(await answer.json()).toEqual({ url: PAGE.url, verdict: 'relevant' });
});

test.each<[what: string, form: Record<string, string>, headers: Record<string, string>, status: number]>([
  ['a form without the token of the server', { ...FORM, token: 'guess' }, {}, 403],
  [
    'a form of another website',
    { ...FORM, token: '' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    403,
  ],
  ['a script of another website', FORM, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, 403],
  ['a form with the token whose origin is another website', FORM, { origin: 'https://evil.example' }, 403],
  ['a form with the token from a sandboxed page', FORM, { origin: 'null' }, 403],
  ['an unknown verdict', { ...FORM, verdict: 'maybe' }, {}, 400],
  ['another crawl', { ...FORM, crawl: 'other' }, {}, 404],
  ['a page that is not one to judge', { ...FORM, url: 'http://other.example/' }, {}, 404],
  ['a missing field', { token: 'secret', verdict: 'relevant' }, {}, 404],
  ['a huge form', { ...FORM, more: 'x'.repeat(20_000) }, {}, 413],
])('refuses %s', async (_what, form, headers, status) => {
  expect((await judging().post(form, headers)).status).toBe(status);
});

test('the status stays available if the pages cannot be read', async () => {
  const { ports, world } = aWorld({});
  const pages = () => Promise.reject(new Error('damaged'));
  const app = createApp({ ...ports, judging: { token: 'x', pages, judge: async () => true } });
  const html = await (await app.request('/crawl')).text();
  expect(html).toContain('garden');
  expect(html).not.toContain('Pages to judge');
  expect(world.faults).toHaveLength(1);
});

test('nothing can be judged unless the server allows it', async () => {
  const app = createApp(aWorld({}).ports);
  expect((await app.request('/judge', { method: 'POST', body: new URLSearchParams(FORM) })).status).toBe(405);
  expect(await (await app.request('/crawl')).text()).not.toContain('Pages to judge');
});
