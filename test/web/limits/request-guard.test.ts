import { describe, expect, test } from 'vitest';
import { createApp } from '../../../web/app.ts';
import { guardRequests } from '../../../web/limits/request-guard.ts';
import { aWorld } from '../fixtures.ts';

function statusOf(host: string, headers: Record<string, string> = {}, allowed: string[] = []) {
  const { world, ports } = aWorld({});
  const app = createApp(ports, guardRequests(allowed));
  const answer = app.request(`http://${host}/search?q=x&format=json`, { headers });
  return Promise.resolve(answer).then(async (response) => ({
    status: response.status,
    searches: world.requests.length,
    body: await response.text(),
    headers: response.headers,
  }));
}

describe('answers under', () => {
  test.each([
    '127.0.0.1:8080',
    '192.168.1.7',
    '[::1]:8080',
    'localhost:8080',
    'LOCALHOST.',
    'library',
    'library.local',
    'app.localhost',
    'crawler.eu.internal',
  ])('%s', async (host) => {
    expect((await statusOf(host)).status).toBe(200);
  });

  test('the names of --allow-host', async () => {
    const allowed = ['Search.example.org', '*.example.net'];
    for (const host of ['search.example.org:8080', 'a.b.example.net'])
      expect((await statusOf(host, {}, allowed)).status).toBe(200);
    for (const host of ['example.net', 'x.search.example.org', 'badexample.net'])
      expect((await statusOf(host, {}, allowed)).status).toBe(421);
    expect((await statusOf('any.example', {}, ['*'])).status).toBe(200);
  });
});

test.each(['attacker.example', '127.0.0.1.attacker.example', 'localhost.attacker.example', '1.2.3.4.nip.io'])(
  'refuses the host name %s, which DNS may point here, before it searches',
  async (host) => {
    const { status, searches, body, headers } = await statusOf(host);
    expect([status, searches]).toEqual([421, 0]);
    expect(body).toContain(`--allow-host ${host}`);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  },
);

test.each([
  ['an image or script of another website', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
  ['a script of another port of this machine', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, 403],
  ['a link of another website', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 200],
  ['our own script', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200],
  ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 200],
])('answers %s as it should: %o', async (_what, headers, expected) => {
  const { status, searches } = await statusOf('127.0.0.1', headers);
  expect([status, searches]).toEqual([expected, expected === 200 ? 1 : 0]);
});
