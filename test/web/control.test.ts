import { expect, onTestFinished, test, vi } from 'vitest';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { createApp } from '../../web/app.ts';
import { allowOrigins } from '../../web/limits/allow-origins.ts';
import { guardRequests } from '../../web/limits/request-guard.ts';
import type { WebPorts } from '../../web/ports.ts';
import { settled } from '../fake-clock.ts';
import { aStatus, aWorld } from './fixtures.ts';

function open(
  state: 'running' | 'paused' | 'stopped' = 'running',
  change: Partial<WebPorts> = {},
  origins: string[] = [],
) {
  const set: unknown[] = [];
  const { ports } = aWorld({ status: aStatus({ state }) });
  const control = { token: 'secret', change: async (...given: unknown[]) => void set.push(given) };
  const app = createApp({ ...ports, control, ...change }, allowOrigins(origins), guardRequests([], origins));
  const post = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    Promise.resolve(
      app.request('http://127.0.0.1/control', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(form),
      }),
    );
  const get = async (path: string) => app.request(`http://127.0.0.1${path}`);
  return { set, post, get, page: async () => (await get('/crawl')).text() };
}

const FORM = { token: 'secret', crawl: 'garden', state: 'paused' };

test('the crawl page has buttons that pause or stop a crawl, or resume it', async () => {
  const buttonsOf = async (state: 'running' | 'paused' | 'stopped') =>
    [...(await open(state).page()).matchAll(/<button name="state" value="(\w+)">(\w+)<\/button>/g)].map(
      ([, value, label]) => `${value}: ${label}`,
    );
  expect(await buttonsOf('running')).toEqual(['paused: Pause', 'stopped: Stop']);
  expect(await buttonsOf('paused')).toEqual(['open: Resume', 'stopped: Stop']);
  expect(await buttonsOf('stopped')).toEqual(['open: Resume']);
});

test('a form pauses the crawl and leads back to its page', async () => {
  const { set, post } = open();
  const answer = await post(FORM);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/crawl?crawl=garden']);
  expect((await post({ ...FORM, state: 'stopped' })).status).toBe(303);
  const json = await post({ ...FORM, state: 'open' }, { accept: 'application/json' });
  expect(await json.json()).toEqual({ crawl: 'garden', state: 'open' });
  expect(set).toEqual([
    ['garden', 'paused'],
    ['garden', 'stopped'],
    ['garden', 'open'],
  ]);
});

test('refuses forms of other websites, unknown crawls and unknown states', async () => {
  const { set, post, get } = open();
  expect((await post({ ...FORM, token: 'guessed' })).status).toBe(403);
  expect((await post(FORM, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await post({ ...FORM, crawl: 'none' })).status).toBe(404);
  expect((await post({ ...FORM, state: 'ended' })).status).toBe(400);
  expect((await get('/control')).status).toBe(405);
  expect(set).toEqual([]);
});

test('refuses forms of a website whose scripts may read the token', async () => {
  const evil = 'https://evil.example';
  const { set, post, get } = open('running', {}, ['*']);
  for (const headers of [
    { origin: evil, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
    { origin: evil, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { origin: 'null', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
    { origin: evil },
    { origin: 'null' },
  ])
    expect((await post(FORM, headers)).status).toBe(403);
  expect(set).toEqual([]);
  // Without it, a browser would name no origin of the form either.
  expect((await get('/crawl')).headers.get('referrer-policy')).toBe('same-origin');
  expect((await post(FORM, { origin: 'http://127.0.0.1' })).status).toBe(303);
  expect((await post(FORM, { origin: 'http://127.0.0.1', 'sec-fetch-site': 'same-origin' })).status).toBe(303);
});

test('without the permission of the server there is neither a button nor a form', async () => {
  const { ports } = aWorld({});
  const app = createApp(ports);
  expect(await (await app.request('/crawl')).text()).not.toContain('/control');
  expect((await app.request('/control', { method: 'POST', body: new URLSearchParams(FORM) })).status).toBe(405);
});

test('the crawl page lists the hosts that are visited next, with their pauses', async () => {
  const hosts = async () => [
    { host: 'bog.example', isVisited: true, nextAt: 0, pauseMs: 2_000 },
    { host: 'fen.example', isVisited: false, nextAt: 0 },
    { host: 'moor.example', isVisited: false, nextAt: Date.UTC(2100, 0, 1, 12), pauseMs: 500 },
  ];
  const rows = [...(await open('running', { hosts }).page()).matchAll(/<tr><th scope="row"><bdi>(.*?)<\/tr>/g)].map(
    ([, row]) =>
      row!
        .replace(/<[^>]+>/g, ' ')
        .trim()
        .split(/ {2,}/),
  );
  expect(rows.map(([host]) => host)).toEqual(['bog.example', 'fen.example', 'moor.example']);
  expect(rows[0]).toContain('2 s');
  expect(rows[0]).toContain('being visited');
  expect(rows[1]).toContain('as soon as possible');
  expect(rows[2]!.join(' ')).toMatch(/2100.*0.5 s/);
  expect(await open('paused', { hosts }).page()).not.toContain('bog.example');
});

test('events carry the status of the crawl as JSON', async () => {
  const { get, page } = open('running', { mayStream: () => true });
  expect(await page()).toContain('data-events="true"');
  const answer = await get('/crawl/events?crawl=garden');
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const reader = answer.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  const [, data] = /^data: (.*)\n\n$/.exec(new TextDecoder().decode(value))!;
  expect(JSON.parse(data!)).toMatchObject({ crawl: 'garden', state: 'running' });
  expect((await get('/crawl/events?crawl=none')).status).toBe(404);
  expect((await open().get('/crawl/events')).status).toBe(404);
});

test('an answer without a body takes no place of a client that gets events', async () => {
  const { ports } = aWorld({});
  const app = createApp({ ...ports, mayStream: () => true });
  const ask = async (method: string) => app.request('http://127.0.0.1/crawl/events', { method });
  for (let n = 0; n < 100; n++) expect((await ask('HEAD')).status).toBe(200);
  const answer = await ask('GET');
  expect(answer.status).toBe(200);
  await answer.body!.cancel();
});

/** Returns the number of events until the crawl is deleted. @param status at each look; undefined: it was deleted */
async function countEvents(status: () => Promise<CrawlStatus | undefined>): Promise<number> {
  const { get } = open('running', { mayStream: () => true, status });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const events = (await get('/crawl/events')).text();
  let isOver = false;
  void events.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(1_000);
    await settled();
  }
  return (await events).match(/data: /g)!.length;
}

test('the events of a crawl that was deleted end', async () => {
  let looks = 0;
  expect(await countEvents(async () => (looks++ < 2 ? aStatus({ state: 'running' }) : undefined))).toBe(1);
});

test('the space on the disk is no event of its own until it is low', async () => {
  let looks = 0;
  const disks: CrawlStatus['disk'][] = [1, 2, 3, 4].map((freeBytes) => ({
    freeBytes,
    ...(freeBytes > 3 && { low: true }),
  }));
  const status = async () => {
    // The first look is before the stream.
    const disk = disks[Math.max(0, looks++ - 1)];
    return disk && aStatus({ state: 'running', disk });
  };
  expect(await countEvents(status)).toBe(2);
});
