import { describe, expect, test } from 'vitest';
import { guardsOf } from '../../../cli/serve/serve-options.ts';
import { createApp } from '../../../web/app.ts';
import { allowOrigins } from '../../../web/limits/allow-origins.ts';
import { guardRequests } from '../../../web/limits/request-guard.ts';
import { aWorld } from '../fixtures.ts';

const SITE = 'https://library.example';
const app = createApp(aWorld({}).ports);
const open = createApp(aWorld({}).ports, guardRequests([], [SITE]), allowOrigins([SITE]));

test.each(['/', '/search', '/feed', '/record/x', '/crawl', '/style.css'])(
  'OPTIONS lists the methods of %s',
  async (path) => {
    const answer = await app.request(path, { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  },
);

test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses %s with the methods that are allowed', async (method) => {
  const answer = await app.request('/search?format=json', { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(await answer.json()).toMatchObject({ type: 'urn:problem-type:thresher:method-not-allowed' });
});

describe('a website', () => {
  const preflight = {
    'access-control-request-method': 'GET',
    'sec-fetch-mode': 'cors',
    'sec-fetch-site': 'cross-site',
  };
  const ask = (to: typeof app, origin: string, init: { method?: string; headers?: Record<string, string> } = {}) =>
    to.request('/search?format=json', { ...init, headers: { origin, ...init.headers } });

  test('may read nothing by default', async () => {
    const answer = await ask(app, SITE, { method: 'OPTIONS', headers: preflight });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect((await ask(app, SITE)).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('may read the answer that nothing has changed', async () => {
    const first = await ask(open, SITE);
    const again = await ask(open, SITE, { headers: { 'if-none-match': first.headers.get('etag')! } });
    expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, SITE]);
  });

  test('may read responses if it is allowed, also errors', async () => {
    const allowed = await ask(open, SITE, { method: 'OPTIONS', headers: preflight });
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, SITE]);
    expect(allowed.headers.get('access-control-allow-methods')).toBe('GET,HEAD,POST');
    const fetched = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' };
    const answer = await ask(open, SITE, { headers: fetched });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, SITE]);
    expect(answer.headers.get('access-control-expose-headers')).toBe('ETag,Link,Retry-After');
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin');
    const fault = await open.request('/search?size=0', {
      headers: { origin: SITE, accept: 'application/json', ...fetched },
    });
    expect([fault.status, fault.headers.get('access-control-allow-origin')]).toEqual([400, SITE]);
  });

  test('may read that it sent too many requests, and preflight requests do not count', async () => {
    const guards = guardsOf({ 'allow-origin': [SITE], rate: '1' }, () => 'client');
    const limited = createApp(aWorld({}).ports, ...guards);
    for (let i = 0; i < 20; i++)
      expect((await ask(limited, SITE, { method: 'OPTIONS', headers: preflight })).status).toBe(204);
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await ask(limited, SITE));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    const headers = answers.at(-1)!.headers;
    expect(headers.get('access-control-allow-origin')).toBe(SITE);
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(headers.get('retry-after')).toBe('1');
  });

  test('may not if another one is allowed', async () => {
    const headers = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' };
    const answer = await ask(open, 'https://other.example', { headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  test('may if all are allowed, without credentials', async () => {
    const everybody = createApp(aWorld({}).ports, guardRequests([], ['*']), allowOrigins(['*']));
    const answer = await ask(everybody, 'https://any.example', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});
