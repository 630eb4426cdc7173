import { expect, test } from 'vitest';
import { createApp } from '../../web/app.ts';
import type { WebPorts } from '../../web/ports.ts';
import { aRecord, aWorld } from './fixtures.ts';

const AT = '2026-05-01T12:00:00.000Z';

function open({ explain = true } = {}) {
  const asked: string[][] = [];
  const port: WebPorts['explain'] = async (crawl, url) => {
    asked.push([crawl, url]);
    return {
      url: 'http://plants.example/a',
      state: 'refused.robots',
      steps: [
        { at: null, step: 'rules', decision: 'accepted', reason: null, detail: 'inside the <scope>' },
        { at: AT, step: 'fetch', decision: 'refused', reason: 'robots', detail: 'robots.txt disallows it' },
      ],
    };
  };
  const { ports } = aWorld({ crawls: ['garden', 'bog'], records: [aRecord({ id: 'r' })] });
  const app = createApp(explain ? { ...ports, explain: port } : ports);
  return { asked, get: (path: string, accept = 'text/html') => app.request(path, { headers: { accept } }) };
}

test('shows every step of a URL, in the crawl that is named', async () => {
  const { asked, get } = open();
  const answer = await get('/explain?url=HTTP%3A%2F%2Fplants.example%2Fa&crawl=bog');
  expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
  const html = await answer.text();
  expect(asked).toEqual([['bog', 'HTTP://plants.example/a']]);
  expect(html).toContain('<code>refused.robots</code>');
  expect(html).toContain('<dt>rules</dt><dd dir="auto"><strong>accepted</strong> inside the &lt;scope&gt;</dd>');
  expect(html).toContain('<strong>refused (robots)</strong> robots.txt disallows it');
  expect(html).toContain(`<time datetime="${AT}">`);
  expect(html).toContain('value="HTTP://plants.example/a"');
});

test('answers with JSON as thresher explain does', async () => {
  const answer = await open().get('/explain?url=http://plants.example/a', 'application/json');
  expect(await answer.json()).toEqual({
    crawl: 'garden',
    url: 'http://plants.example/a',
    state: 'refused.robots',
    steps: [
      { at: null, step: 'rules', decision: 'accepted', reason: null, detail: 'inside the <scope>' },
      { at: AT, step: 'fetch', decision: 'refused', reason: 'robots', detail: 'robots.txt disallows it' },
    ],
  });
});

test('asks for a URL if none is given, and tells a program that it is missing', async () => {
  const { asked, get } = open();
  expect(await (await get('/explain')).text()).toMatch(/<form [^>]*action="\/explain">/);
  const answer = await get('/explain', 'application/json');
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: [{ parameter: 'url', detail: 'is missing' }] });
  expect((await get(`/explain?url=${'x'.repeat(10_001)}`)).status).toBe(400);
  expect((await get('/explain?url=x&crawl=none')).status).toBe(404);
  expect(asked).toEqual([]);
});

test('the pages of a crawl and of a record lead to it, unless the server cannot explain', async () => {
  const { get } = open();
  expect(await (await get('/crawl')).text()).toContain('action="/explain"');
  expect(await (await get('/record/r?crawl=bog')).text()).toContain('href="/explain?crawl=bog&amp;url=http');
  const other = open({ explain: false });
  expect((await other.get('/explain?url=x')).status).toBe(404);
  expect(await (await other.get('/crawl')).text()).not.toContain('/explain');
  expect(await (await other.get('/record/r')).text()).not.toContain('/explain');
});
