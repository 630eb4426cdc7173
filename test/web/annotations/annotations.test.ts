import { parseDocument } from 'htmlparser2';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_PAGE_ANNOTATIONS } from '../../../shared/annotations/annotate.ts';
import type { AnnotationJson } from '../../../shared/annotations/annotation-json.ts';
import { createApp } from '../../../web/app.ts';
import { guardRequests } from '../../../web/limits/request-guard.ts';
import { anAnnotation } from '../../contracts/annotation-store.contract.ts';
import { aRecord, aWorld } from '../fixtures.ts';
import { ADA, BO, memoryAnnotations } from './annotations-world.ts';

const ORIGIN = 'http://127.0.0.1';
const ID = 'a'.repeat(64);
const PAGE = `/record/${ID}?crawl=garden#annotations`;

function aServer(people = [ADA, BO]) {
  const records = [
    aRecord({ id: ID }),
    aRecord({ id: 'moss', url: 'http://plants.example/moss', urls: { 'http://plants.example/moss': 1 } }),
  ];
  const { ports } = aWorld({ records, crawls: ['garden', 'bog'] });
  const world = memoryAnnotations(ports.record, people);
  const app = createApp({ ...ports, annotations: world.annotations }, guardRequests([]));
  const send = async (path: string, init: RequestInit = {}) => app.request(`${ORIGIN}${path}`, init);
  const json = (method: string, path: string, body?: unknown, headers: Record<string, string> = asAda) =>
    send(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = { origin: ORIGIN }) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
      body: new URLSearchParams(fields),
    });
  const signIn = async ({ name, token } = ADA) => {
    const answer = await form('/sign-in?crawl=garden', { name, token, record: ID });
    return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  };
  const page = async (cookie = '', record = ID) =>
    (await send(`/record/${record}`, { headers: { cookie, accept: 'text/html' } })).text();
  return { ...world, send, json, form, signIn, page };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const asAda = bearer(ADA.token);
const asBo = bearer(BO.token);

let server: ReturnType<typeof aServer>;
beforeEach(() => {
  server = aServer();
});

const typeOf = async (answer: Response) => ((await answer.json()) as { type: string }).type.split(':').at(-1);

describe('programs', () => {
  const add = (text = 'See the map.') => server.json('POST', '/annotations', { record: ID, text });

  test('add, read, change and delete an annotation', async () => {
    const added = await add();
    const expected = {
      ...{ id: 'annotation1', crawl: 'garden', url: 'http://plants.example/drosera', record: ID, author: 'Ada' },
      ...{ text: 'See the map.', createdAt: '2023-11-14T22:13:20.000Z' },
    };
    expect(added.status).toBe(201);
    expect(await added.json()).toEqual(expected);
    const path = added.headers.get('location')!;
    expect(path).toBe('/annotations/annotation1?crawl=garden');
    expect(await (await server.send(path)).json()).toEqual(expected);
    server.time.now += 60_000;
    const changed = await server.json('PUT', path, { text: 'See both maps.' });
    expect(await changed.json()).toEqual({
      ...expected,
      text: 'See both maps.',
      changedAt: '2023-11-14T22:14:20.000Z',
    });
    expect((await server.json('DELETE', path)).status).toBe(204);
    expect((await server.send(path)).status).toBe(404);
  });

  test('the record has its annotations', async () => {
    const record = async () => (await server.send(`/record/${ID}`, { headers: { accept: 'application/json' } })).json();
    expect(await record()).toMatchObject({ annotations: [] });
    await add();
    expect(await record()).toMatchObject({ annotations: [{ author: 'Ada', text: 'See the map.' }] });
  });

  test('list annotations page by page, the newest first', async () => {
    for (let i = 0; i < 5; i++) {
      server.time.now++;
      await add(`text ${i}`);
    }
    await server.json('POST', '/annotations', { record: 'moss', text: 'moss' }, asBo);
    type List = { annotations: AnnotationJson[]; next: string | null };
    const list = async (query: string) => {
      const answer = (await (await server.send(`/annotations?${query}`)).json()) as List;
      return { texts: answer.annotations.map(({ text }) => text), next: answer.next };
    };
    const first = await list('size=3&author=Ada');
    expect(first.texts).toEqual(['text 4', 'text 3', 'text 2']);
    expect(await list(`size=3&author=Ada&after=${first.next}`)).toEqual({ texts: ['text 1', 'text 0'], next: null });
    expect((await list('url=http://plants.example/moss')).texts).toEqual(['moss']);
    expect((await list('record=moss')).texts).toEqual(['moss']);
    expect((await list(`record=${ID}`)).texts).toEqual(['text 0', 'text 1', 'text 2', 'text 3', 'text 4']);
    expect((await list('crawl=bog')).texts).toEqual([]);
  });

  test('list annotations of dates before 1970 page by page', async () => {
    const dates = ['1969-07-20T20:17:40.000Z', '1835-09-15T00:00:00.000Z', '-000044-03-15T00:00:00.000Z'];
    for (const [i, date] of dates.entries())
      await server.store.add(anAnnotation({ id: `i${i}`, crawl: 'garden', createdAt: Date.parse(date) }), '');
    const found: string[] = [];
    for (let after = ''; ; ) {
      const answer = await server.send(`/annotations?size=1${after}`);
      expect(answer.status).toBe(200);
      const { annotations, next } = (await answer.json()) as { annotations: AnnotationJson[]; next: string | null };
      found.push(...annotations.map(({ createdAt }) => createdAt));
      if (next === null) break;
      after = `&after=${next}`;
    }
    expect(found).toEqual(dates);
  });

  test.each<
    [
      what: string,
      method: string,
      path: string,
      body: unknown,
      headers: Record<string, string>,
      status: number,
      type: string,
    ]
  >([
    ['no token', 'POST', '/annotations', { record: ID, text: 'x' }, {}, 401, 'not-signed-in'],
    [
      'a wrong token',
      'POST',
      '/annotations',
      { record: ID, text: 'x' },
      bearer('token-of-ada-012345678'),
      401,
      'not-signed-in',
    ],
    [
      'a token of another scheme',
      'POST',
      '/annotations',
      {},
      { authorization: `Basic ${ADA.token}` },
      401,
      'not-signed-in',
    ],
    ['an unknown record', 'POST', '/annotations', { record: 'none', text: 'x' }, asAda, 404, 'no-such-record'],
    ['an odd record', 'POST', '/annotations', { record: '../x', text: 'x' }, asAda, 404, 'no-such-record'],
    ['an unknown crawl', 'POST', '/annotations?crawl=none', { record: ID, text: 'x' }, asAda, 404, 'no-such-crawl'],
    ['no text', 'POST', '/annotations', { record: ID }, asAda, 400, 'invalid-parameters'],
    ['a list', 'POST', '/annotations', [1], asAda, 400, 'invalid-parameters'],
    ['an empty text', 'POST', '/annotations', { record: ID, text: ' \u0007' }, asAda, 400, 'invalid-parameters'],
    ['a long text', 'POST', '/annotations', { record: ID, text: 'x'.repeat(5_001) }, asAda, 400, 'invalid-parameters'],
    ['a huge body', 'POST', '/annotations', { record: ID, text: 'x'.repeat(70_000) }, asAda, 413, 'too-large'],
    ['text that is no string', 'PUT', '/annotations/first', { text: 1 }, asAda, 400, 'invalid-parameters'],
    ['an unknown annotation', 'PUT', '/annotations/none', { text: 'x' }, asAda, 404, 'no-such-annotation'],
    ['changes of another person', 'PUT', '/annotations/first', { text: 'x' }, asBo, 403, 'not-your-annotation'],
    ['deletion by another person', 'DELETE', '/annotations/first', undefined, asBo, 403, 'not-your-annotation'],
    ['another method', 'PATCH', '/annotations/first', {}, asAda, 405, 'method-not-allowed'],
    ['deletion of the list', 'DELETE', '/annotations', undefined, asAda, 405, 'method-not-allowed'],
  ])('are refused with %s', async (_what, method, path, body, headers, status, type) => {
    await server.store.add(anAnnotation({ crawl: 'garden', record: ID }), '');
    const answer = await server.json(method, path, body, { accept: 'application/json', ...headers });
    expect([answer.status, await typeOf(answer)]).toEqual([status, type]);
    expect(await server.store.list('garden', { size: 9 })).toEqual([anAnnotation({ crawl: 'garden', record: ID })]);
  });

  test('get problem documents also if they accept everything', async () => {
    const large = await server.json('POST', '/annotations', { text: 'x'.repeat(70_000) });
    expect([large.status, large.headers.get('content-type')]).toEqual([413, 'application/problem+json']);
    const answer = await server.json('POST', '/annotations', {}, {});
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="annotations"');
  });

  test('cannot try many tokens, in headers and in the form together', async () => {
    const tokens = Array.from({ length: 9 }, (_, i) => `token-number-${i}`);
    for (const token of tokens) {
      const path = token.endsWith('8') ? '/documents?url=http://a.example/' : '/annotations';
      expect((await server.json('POST', path, {}, bearer(token))).status).toBe(401);
    }
    // The right token is no attempt.
    for (let i = 0; i < 3; i++) expect((await add()).status).toBe(201);
    expect(await server.signIn()).toContain('annotator=');
    for (const token of ['wrong', ADA.token]) {
      const answer = await server.json('PUT', '/annotations/annotation1', { text: 'x' }, bearer(token));
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '10']);
    }
    expect((await server.json('POST', '/documents', {}, bearer('wrong'))).status).toBe(429);
    expect(await server.signIn()).toBe('');
    server.time.now += 10_000;
    expect((await add()).status).toBe(201);
  });

  test('cannot fill a page or the store', async () => {
    const answers = [];
    for (let i = 0; i < 30; i++) answers.push((await add(`text ${i}`)).status);
    expect(answers.filter((status) => status === 201)).toHaveLength(20);
    expect(answers.at(-1)).toBe(429);
    expect((await server.json('POST', '/annotations', { record: ID, text: 'x' }, asBo)).status).toBe(201);
    server.time.now += 5_000;
    expect((await add()).status).toBe(201);
    for (let i = 0; i < MAX_PAGE_ANNOTATIONS; i++)
      await server.store.add(anAnnotation({ id: `i${i}`, crawl: 'garden', record: ID }), '');
    server.time.now += 60_000;
    expect(await typeOf(await add())).toBe('too-many-annotations');
  });

  test('cannot exceed the limit of a page together', async () => {
    for (let i = 1; i < MAX_PAGE_ANNOTATIONS; i++)
      await server.store.add(anAnnotation({ id: `i${i}`, crawl: 'garden', record: ID }), '');
    const statuses = (await Promise.all([1, 2, 3].map((n) => add(`text ${n}`)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409]);
  });
});

describe('people', () => {
  test('sign in, annotate, change, delete and sign out by forms', async () => {
    const { form, page, signIn } = server;
    expect(await page()).toContain(`<a href="/sign-in?crawl=garden&amp;record=${ID}"`);
    const answer = await form('/sign-in?crawl=garden', { name: ' Ada ', token: `${ADA.token}\n`, record: ID });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PAGE]);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^annotator=\S+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const cookie = await signIn();
    const headers = { origin: ORIGIN, cookie };
    const added = await form('/annotations?crawl=garden', { record: ID, text: 'one\r\ntwo' }, headers);
    expect([added.status, added.headers.get('location')]).toEqual([303, PAGE]);
    expect(await page(cookie)).toContain('>\none\ntwo</textarea>');
    const one = `/annotations/annotation1?crawl=garden`;
    expect((await form(one, { record: ID, action: 'change', text: 'three' }, headers)).headers.get('location')).toBe(
      PAGE,
    );
    expect(await page()).toMatch(
      /<bdi class="author">Ada<\/bdi>.*changed.*\n<p class="text" dir="auto">three<\/p><\/li>/,
    );
    expect((await form(one, { record: ID, action: 'delete', text: '' }, headers)).headers.get('location')).toBe(PAGE);
    expect(await page()).toContain('Nobody has annotated this page yet.');
    const out = await form('/sign-out?crawl=garden', { record: ID }, headers);
    expect(out.headers.get('set-cookie')).toContain('annotator=; Max-Age=0');
  });

  test('have forms for their own annotations only', async () => {
    await server.store.add(anAnnotation({ id: 'own', crawl: 'garden', record: ID }), '');
    await server.store.add(anAnnotation({ id: 'other', crawl: 'garden', record: ID, author: BO.name }), '');
    const actions = (html: string) => [...html.matchAll(/action="(\/[^"?]*)/g)].map(([, path]) => path).sort();
    expect(actions(await server.page(await server.signIn()))).toEqual([
      '/annotations',
      '/annotations/own',
      '/sign-out',
    ]);
    expect(actions(await server.page(await server.signIn(BO)))).toEqual([
      '/annotations',
      '/annotations/other',
      '/sign-out',
    ]);
    expect(actions(await server.page())).toEqual([]);
  });

  test('see pages that nobody else may keep', async () => {
    const answer = await server.send(`/record/${ID}`, {
      headers: { cookie: await server.signIn(), accept: 'text/html' },
    });
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.headers.get('vary')).toContain('cookie');
    // Otherwise forms would be sent with the origin null.
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect((await server.send('/')).headers.get('referrer-policy')).toBe('no-referrer');
  });

  test.each<[what: string, fields: Record<string, string>, headers: Record<string, string>, status: number]>([
    ['a wrong token', { name: 'Ada', token: 'wrong' }, { origin: ORIGIN }, 403],
    ['the token of another person', { name: 'Ada', token: BO.token }, { origin: ORIGIN }, 403],
    ['no name', { token: ADA.token }, { origin: ORIGIN }, 403],
    ['a form of another website', { name: 'Ada', token: ADA.token }, { origin: 'http://evil.example' }, 403],
    ['a form of an unknown website', { name: 'Ada', token: ADA.token }, {}, 403],
    ['an unknown crawl', { name: 'Ada', token: ADA.token }, { origin: ORIGIN }, 404],
  ])('cannot sign in with %s', async (what, fields, headers, status) => {
    const answer = await server.form(
      `/sign-in?crawl=${what === 'an unknown crawl' ? 'none' : 'garden'}`,
      fields,
      headers,
    );
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([status, null]);
  });

  test('cannot try many tokens', async () => {
    for (let i = 0; i < 10; i++) await server.form('/sign-in?crawl=garden', { name: 'Ada', token: `${i}` });
    const answer = await server.form('/sign-in?crawl=garden', { name: 'Ada', token: ADA.token });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '10']);
    server.time.now += 10_000;
    expect(await server.signIn()).toContain('annotator=');
  });

  test.each<[what: string, change: (cookie: string) => string]>([
    ['another name', (cookie) => cookie.replace(/=[^.]+/, `=${Buffer.from(BO.name).toString('base64url')}`)],
    ['a later end', (cookie) => cookie.replace(/\.\d+\./, '.9999999999.')],
    ['no signature', (cookie) => cookie.replace(/\.[^.]+$/, '.x')],
    ['something else', () => 'annotator=%00.1.x'],
  ])('cannot use a cookie with %s', async (_what, change) => {
    const cookie = change(await server.signIn());
    const answer = await server.form(
      '/annotations?crawl=garden',
      { record: ID, text: 'x' },
      { origin: ORIGIN, cookie },
    );
    expect(answer.status).toBe(401);
  });

  test('have one name, whichever way its letters are composed', async () => {
    const decomposed = { ...BO, name: BO.name.normalize('NFD') };
    expect(decomposed.name).not.toBe(BO.name);
    expect(await server.signIn(decomposed)).toContain('annotator=');
    await server.store.add(anAnnotation({ crawl: 'garden', record: ID, author: BO.name }), '');
    const answer = await server.send(`/annotations?${new URLSearchParams({ author: decomposed.name })}`);
    expect(await answer.json()).toMatchObject({ annotations: [{ author: BO.name }] });
  });

  test('are signed out after 30 days, and by a new token', async () => {
    const cookie = await server.signIn();
    server.time.now += 29 * 86_400_000;
    expect(await server.page(cookie)).toContain('Signed in as');
    server.time.now += 86_400_000;
    expect(await server.page(cookie)).not.toContain('Signed in as');
    const other = aServer([{ ...ADA, token: 'another-token-of-ada' }]);
    expect(await other.page(await server.signIn())).not.toContain('Signed in as');
  });

  test.each<[what: string, headers: Record<string, string>]>([
    ['another website', { origin: 'http://evil.example' }],
    ['a page without origin', { origin: 'null' }],
    ['an unknown page', {}],
    ['another port', { origin: `${ORIGIN}:81` }],
    [
      'another website, as a navigation',
      { origin: ORIGIN, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    ],
    ['a neighbour', { origin: ORIGIN, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }],
  ])('are not made to annotate by %s', async (_what, headers) => {
    const cookie = await server.signIn();
    await server.store.add(anAnnotation({ crawl: 'garden', record: ID }), '');
    for (const path of ['/annotations', '/annotations/first', '/sign-out']) {
      const answer = await server.form(path, { record: ID, text: 'x', action: 'change' }, { cookie, ...headers });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    const put = await server.json('PUT', '/annotations/first', { text: 'x' }, { cookie, ...headers });
    expect(put.status).toBe(403);
    expect((await server.store.list('garden', { size: 9 })).map(({ text }) => text)).toEqual(['See the map of 1897.']);
  });

  test('annotate behind a proxy that asks for a password', async () => {
    const headers = { cookie: await server.signIn(), authorization: `Basic ${btoa('reader:secret')}` };
    const fields = { record: ID, text: 'x' };
    expect((await server.form('/annotations', fields, { ...headers, origin: ORIGIN })).status).toBe(303);
    expect((await server.form('/annotations', fields, { ...headers, origin: 'http://evil.example' })).status).toBe(403);
  });

  test('behind a proxy with TLS get a cookie for TLS only', async () => {
    const headers = { origin: 'https://127.0.0.1', 'x-forwarded-proto': 'https' };
    const answer = await server.form(
      '/sign-in?crawl=garden',
      { name: ADA.name, token: ADA.token, record: ID },
      headers,
    );
    expect(answer.headers.get('set-cookie')).toContain('; Secure');
  });
});

test('escapes texts and names', async () => {
  const evil = `"'><script>alert(1)</script></textarea><img src=x>`;
  await server.store.add(anAnnotation({ crawl: 'garden', record: ID, text: evil }), '');
  await server.store.add(anAnnotation({ id: 'x', crawl: 'garden', record: ID, text: evil, author: evil }), '');
  const found: string[] = [];
  type Node = { name?: string; attribs?: Record<string, string>; children?: Node[] };
  const walk = (node: Node): void => {
    if (node.name === 'script') found.push(node.attribs?.['src'] ?? 'inline');
    if (node.name === 'img') found.push('img');
    node.children?.forEach(walk);
  };
  walk(parseDocument(await server.page(await server.signIn())) as unknown as Node);
  expect(found.filter((one) => !one.startsWith('/'))).toEqual([]);
});

test('says that an annotation is on an earlier text', async () => {
  await server.store.add(
    anAnnotation({ crawl: 'garden', record: 'earlier', url: 'http://plants.example/drosera' }),
    '',
  );
  expect(await server.page()).toContain('<li>on an earlier text of the page</li>');
});

test('a server whose settings name nobody shows annotations and offers no sign-in', async () => {
  const { page, store } = aServer([]);
  expect(await page()).not.toContain('id="annotations"');
  await store.add(anAnnotation({ crawl: 'garden', record: ID }), '');
  expect(await page()).toContain('See the map of 1897.');
  expect(await page()).not.toContain('sign-in');
});

test.each([
  ['a program', { 'content-type': 'application/json', ...asAda }, 'application/problem+json'],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded', ...asAda }, 'text/html; charset=UTF-8'],
])('tells %s that the stored data are read-only', async (_what, headers, type) => {
  const { ports } = aWorld({ records: [aRecord({ id: ID })] });
  const fail = async () => {
    throw new Error('readonly database');
  };
  const errors: unknown[] = [];
  const annotations = { ...memoryAnnotations(ports.record).annotations, add: fail, list: fail };
  const logError = (error: unknown) => errors.push(error);
  const app = createApp({ ...ports, annotations, logError, isReadOnly: (error) => /readonly/.test(String(error)) });
  const body = type.startsWith('text') ? `record=${ID}&text=x` : JSON.stringify({ record: ID, text: 'x' });
  const answer = await app.request(`${ORIGIN}/annotations`, { method: 'POST', headers, body });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([403, type]);
  expect(await answer.text()).toContain('Its data folder is read-only, so nothing was changed.');
  expect(errors).toEqual([]);
  expect((await app.request(`${ORIGIN}/annotations`)).status).toBe(500);
  expect(errors).toHaveLength(1);
});

test('a server without annotations has none of their paths', async () => {
  const app = createApp(aWorld({ records: [aRecord({ id: ID })] }).ports);
  for (const path of ['/annotations', '/annotations/x', '/sign-in']) expect((await app.request(path)).status).toBe(404);
  expect((await app.request('/annotations', { method: 'POST' })).status).toBe(405);
  expect(await (await app.request(`/record/${ID}`)).text()).not.toContain('id="annotations"');
});
