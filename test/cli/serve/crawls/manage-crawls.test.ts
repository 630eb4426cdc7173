import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadStoredSettings } from '../../../../cli/run/crawl-settings.ts';
import { allowOrigins } from '../../../../web/limits/allow-origins.ts';
import { limitRate } from '../../../../web/limits/rate-limit.ts';
import { guardRequests } from '../../../../web/limits/request-guard.ts';
import { type Answer, managedFolder, TOKEN } from './managed-crawls.ts';

let folder: ReturnType<typeof managedFolder>;
beforeEach(() => {
  folder = managedFolder();
});
afterEach(() => folder.close());

const BOG = { crawl: 'bog', seeds: ['https://bog.example/', 'mailto:x', 'http://127.0.0.1/'] };
const typeOf = ({ json }: { json: Answer }) => json.type?.replace('urn:problem-type:thresher:', '');

test('creates a crawl, says which seeds are accepted, and runs it', async () => {
  const { ask, begun } = folder;
  const made = await ask('POST', '/crawls', BOG);
  expect([made.status, made.headers.get('location'), made.json]).toEqual([
    201,
    '/crawls/bog',
    {
      crawl: 'bog',
      accepted: ['https://bog.example/'],
      refused: [
        { url: 'mailto:x', reason: 'scheme', detail: expect.any(String) },
        { url: 'http://127.0.0.1/', reason: 'private-address', detail: expect.any(String) },
      ],
    },
  ]);
  expect(begun).toEqual(['bog']);
  const { json } = await ask('GET', '/crawls/bog');
  expect(json).toMatchObject({ crawl: 'bog', state: 'running', due: 1, run: { state: 'running' } });
  expect(json).not.toHaveProperty('unattended');
  expect((await ask('GET', '/crawls')).json).toEqual({
    crawls: [{ ...(json as object), disk: expect.objectContaining({ freeBytes: expect.any(Number) }) }],
  });
});

test('a request that is repeated, also at the same time, creates one crawl', async () => {
  const { ask, begun, stores } = folder;
  const answers = await Promise.all([ask('POST', '/crawls', BOG), ask('POST', '/crawls', BOG)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
  expect(answers[0]!.json).toEqual(answers[1]!.json);
  expect([begun, (await stores.control.list()).length]).toEqual([['bog'], 1]);
});

test('refuses a crawl of the same name with other settings, and changes limits', async () => {
  const { ask, stores } = folder;
  await ask('POST', '/crawls', { ...BOG, limits: { pages: 10 } });
  const other = await ask('POST', '/crawls', { ...BOG, limits: { pages: 10 }, scope: 'domain' });
  expect([other.status, typeOf(other), other.json.detail]).toEqual([
    409,
    'crawl-exists',
    expect.stringContaining('differ: scope.'),
  ]);
  const without = await ask('POST', '/crawls', BOG);
  expect([without.status, without.json.detail]).toEqual([409, expect.stringContaining('limits.pages: 10')]);
  const raised = await ask('POST', '/crawls', { ...BOG, limits: { pages: 20 } });
  expect([raised.status, raised.json.limits]).toEqual([200, ['limits.pages: 10 → 20']]);
  expect((await loadStoredSettings('bog', stores)).settings.limits.pages).toBe(20);
});

test('a repeated request does not open a crawl that was paused', async () => {
  const { ask, stores } = folder;
  await ask('POST', '/crawls', BOG);
  await ask('PUT', '/crawls/bog/state', { state: 'paused' });
  expect((await ask('POST', '/crawls', BOG)).status).toBe(200);
  expect((await stores.control.get('bog'))?.state).toBe('paused');
});

test('pauses, opens and stops a crawl', async () => {
  const { ask } = folder;
  await ask('POST', '/crawls', BOG);
  for (const [state, shown] of [
    ['paused', 'paused'],
    ['paused', 'paused'],
    ['open', 'running'],
    ['stopped', 'stopped'],
  ]) {
    const answer = await ask('PUT', '/crawls/bog/state', { state });
    expect([answer.status, answer.json.state]).toEqual([200, shown]);
    expect((await ask('GET', '/crawls/bog')).json.state).toBe(shown);
  }
  const seeded = await ask('POST', '/crawls/bog/seeds', { seeds: ['https://bog.example/new'] });
  expect([seeded.status, typeOf(seeded)]).toEqual([409, 'crawl-stopped']);
  expect(typeOf(await ask('POST', '/crawls/bog/recrawl'))).toBe('crawl-stopped');
  expect(typeOf(await ask('POST', '/crawls', BOG))).toBe('crawl-stopped');
});

test('a second crawl waits, and says so; a pause takes it out of the queue', async () => {
  const { ask, begun } = folder;
  await ask('POST', '/crawls', BOG);
  await ask('POST', '/crawls', { crawl: 'fen', seeds: ['https://fen.example/'] });
  const waiting = (await ask('GET', '/crawls/fen')).json;
  expect(waiting.run).toMatchObject({ state: 'waiting', waitsFor: 'crawl' });
  expect(waiting).not.toHaveProperty('unattended');
  const paused = (await ask('PUT', '/crawls/fen/state', { state: 'paused' })).json;
  expect([paused.state, paused.run, begun]).toEqual(['paused', undefined, ['bog']]);
});

test('adds seeds to the frontier and to the settings once', async () => {
  const { ask, stores } = folder;
  await ask('POST', '/crawls', BOG);
  const request = { seeds: ['https://fen.example/#top', 'gopher://x/'] };
  for (let n = 0; n < 2; n++) {
    const added = await ask('POST', '/crawls/bog/seeds', request);
    expect([added.status, added.json.accepted, added.json.refused]).toEqual([
      200,
      ['https://fen.example/'],
      [{ url: 'gopher://x/', reason: 'scheme', detail: expect.any(String) }],
    ]);
  }
  const { seeds } = (await loadStoredSettings('bog', stores)).settings;
  expect(seeds.filter((seed) => seed === 'https://fen.example/#top')).toHaveLength(1);
  expect((await ask('GET', '/crawls/bog')).json).toMatchObject({ hosts: 2 });
});

test('counts the hosts of pages that are due again', async () => {
  const { ask } = folder;
  await ask('POST', '/crawls', BOG);
  expect((await ask('POST', '/crawls/bog/recrawl')).json).toEqual({ crawl: 'bog', hosts: expect.any(Number) });
  const wrong = await ask('POST', '/crawls/bog/recrawl', { prefix: 'moss' });
  expect([wrong.status, wrong.json.errors]).toEqual([400, [{ parameter: 'prefix', detail: expect.any(String) }]]);
});

test('refuses what is wrong with a body, with all keys', async () => {
  const { ask, stores } = folder;
  const errorsOf = async (...given: Parameters<typeof ask>) => {
    const answer = await ask(...given);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    return answer.json.errors?.map(({ parameter }) => parameter);
  };
  expect(await errorsOf('POST', '/crawls', '{bad')).toEqual(['body']);
  expect(await errorsOf('POST', '/crawls', '')).toEqual(['seeds']);
  expect(await errorsOf('POST', '/crawls', 'null')).toEqual(['body']);
  expect(await errorsOf('POST', '/crawls', { ...BOG, crawl: '../x' })).toEqual(['crawl']);
  expect(await errorsOf('POST', '/crawls', { ...BOG, limitz: 1, limits: { pages: 'x' } })).toEqual([
    'limits.pages',
    'limitz',
  ]);
  expect(await errorsOf('POST', '/crawls', { seeds: ['mailto:x'] })).toEqual(['seeds']);
  expect(await errorsOf('POST', '/crawls', { seeds: [] })).toEqual(['seeds']);
  await ask('POST', '/crawls', BOG);
  expect(await errorsOf('PUT', '/crawls/bog/state', { state: 'x', y: 1 })).toEqual(['state', 'y']);
  expect(await errorsOf('POST', '/crawls/bog/seeds', { seeds: [] })).toEqual(['seeds']);
  expect(await errorsOf('POST', '/crawls/bog/seeds', { seeds: [{ file: '/etc/passwd' }] })).toEqual(['seeds.0']);
  expect((await stores.control.list()).map(({ crawl }) => crawl)).toEqual(['bog']);
});

test('refuses bodies above 4 MiB, unknown crawls, and other methods', async () => {
  const { ask } = folder;
  expect(typeOf(await ask('POST', '/crawls', 'x'.repeat(5 << 20)))).toBe('too-large');
  for (const path of ['/crawls/none', '/crawls/..%2Fbog', '/crawls/%2E%2E%2Fbog'])
    expect(typeOf(await ask('GET', path))).toBe('no-such-crawl');
  expect(typeOf(await ask('PUT', '/crawls/none/state', { state: 'open' }))).toBe('no-such-crawl');
  expect(typeOf(await ask('POST', '/crawls/none/seeds', { seeds: ['https://bog.example/'] }))).toBe('no-such-crawl');
  const deleted = await ask('DELETE', '/crawls/bog');
  expect([deleted.status, deleted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect((await ask('OPTIONS', '/crawls')).headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
  expect((await ask('GET', '/crawls/bog/state')).status).toBe(405);
});

test('answers only with the token, and keeps a client from guessing it', async () => {
  const { ask } = folder;
  const with_ = (authorization: string) => ask('GET', '/crawls', undefined, { authorization });
  const without = await with_('');
  expect([without.status, typeOf(without), without.headers.get('www-authenticate')]).toEqual([
    401,
    'no-admin-token',
    'Bearer realm="crawls"',
  ]);
  expect((await with_(`Basic ${TOKEN}`)).status).toBe(401);
  expect((await with_(`bearer ${TOKEN}`)).status).toBe(200);
  for (let n = 0; n < 10; n++) expect((await with_(`Bearer ${TOKEN}${n}`)).status).toBe(401);
  const guessed = await with_(`Bearer ${TOKEN}x`);
  expect([guessed.status, guessed.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  // Others with the address of a proxy cannot keep out who has the token.
  expect((await with_(`Bearer ${TOKEN}`)).status).toBe(200);
});

test('answers with the token are not stored', async () => {
  const { ask } = folder;
  expect((await ask('GET', '/crawls')).headers.get('cache-control')).toBe('no-store');
});

test('host names, rates and scripts of other websites are limited as for other requests', async () => {
  const guards = [
    allowOrigins(['*']),
    limitRate(
      1,
      () => 'one',
      () => 0,
    ),
    guardRequests([], ['*']),
  ];
  const { app, close } = managedFolder({}, ...guards);
  const headers = { authorization: `Bearer ${TOKEN}` };
  expect((await app.request('http://rebound.example/crawls', { headers })).status).toBe(421);
  const preflight = await app.request('http://127.0.0.1/crawls', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(preflight.headers.get('access-control-allow-headers') ?? '').not.toMatch(/authorization|\*/i);
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) statuses.push((await app.request('http://127.0.0.1/crawls', { headers })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  close();
});

test('a server without the token has none of these requests', async () => {
  const { app, close } = managedFolder({ crawlRoutes: undefined as never });
  const answer = await app.request('/crawls', { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(answer.status).toBe(404);
  close();
});
