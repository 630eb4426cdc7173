import { expect, test } from 'vitest';
import { NEWER_STATE, NO_PAGE, TOO_SLOW } from '../../../cli/annotations/not-kept.ts';
import { REASONS } from '../../../shared/url/reason.ts';
import type { HandedIn, WebAnnotations } from '../../../web/annotations/web-annotations.ts';
import { createApp } from '../../../web/app.ts';
import { aRecord, aWorld } from '../fixtures.ts';
import { ADA, CARL, memoryAnnotations } from './annotations-world.ts';

const ORIGIN = 'http://127.0.0.1';
const URL = 'https://papers.example/paper.pdf';

function aServer(result: HandedIn = { record: 'r1', url: URL }) {
  const { ports } = aWorld({ records: [aRecord({ id: 'r1' })] });
  const { annotations, time } = memoryAnnotations(ports.record);
  const given: Parameters<NonNullable<WebAnnotations['handIn']>>[0][] = [];
  const handIn: NonNullable<WebAnnotations['handIn']> = async (document) => {
    given.push(document);
    return result;
  };
  const app = createApp({ ...ports, annotations: { ...annotations, handIn } });
  const send = async (path: string, init: RequestInit) => app.request(`${ORIGIN}${path}`, init);
  const post = (
    body: NonNullable<RequestInit['body']>,
    { url = URL, token = CARL.token, type = 'application/pdf' } = {},
  ) =>
    send(`/documents?${new URLSearchParams({ url })}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(type !== '' && { 'content-type': type }) },
      body,
    });
  const signIn = async ({ name, token } = CARL) => {
    const answer = await send('/sign-in', {
      method: 'POST',
      headers: { origin: ORIGIN },
      body: new URLSearchParams({ name, token, to: 'documents' }),
    });
    return { cookie: answer.headers.get('set-cookie')!.split(';')[0]!, location: answer.headers.get('location') };
  };
  const postForm = async (fields: Record<string, string | Blob>, cookie: string, origin = ORIGIN) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return send('/documents?crawl=garden', { method: 'POST', headers: { cookie, origin }, body });
  };
  return { given, send, post, signIn, postForm, time };
}

test('a program hands in a document', async () => {
  const { given, post } = aServer();
  const answer = await post('%PDF', { url: `${URL}#page=2` });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('location')).toBe('/record/r1?crawl=garden');
  expect(await answer.json()).toEqual({ crawl: 'garden', url: URL, record: 'r1' });
  await post('x', { type: 'application/octet-stream' });
  expect(given).toEqual([
    { crawl: 'garden', url: URL, body: new TextEncoder().encode('%PDF'), contentType: 'application/pdf' },
    { crawl: 'garden', url: URL, body: new TextEncoder().encode('x') },
  ]);
});

test('a contributor signs in and sends a form', async () => {
  const { given, send, signIn, postForm } = aServer();
  const page = async (cookie = '') => (await send('/documents', { headers: { cookie, accept: 'text/html' } })).text();
  expect(await page()).toContain('<a href="/sign-in?crawl=garden&amp;to=documents"');
  const { cookie, location } = await signIn();
  expect(location).toBe('/documents?crawl=garden');
  expect(await page(cookie)).toContain('enctype="multipart/form-data"');
  expect(await page((await signIn(ADA)).cookie)).not.toContain('type="file"');
  const answer = await postForm({ url: URL, file: new File(['<p>x'], 'x.html', { type: 'text/html' }) }, cookie);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/record/r1?crawl=garden']);
  expect(given).toMatchObject([{ url: URL, contentType: 'text/html', body: new TextEncoder().encode('<p>x') }]);
  expect((await postForm({ url: URL, file: new Blob(['x']) }, cookie, 'http://evil.example')).status).toBe(403);
  expect((await postForm({ url: URL, file: 'x' }, cookie)).status).toBe(400);
  expect(given).toHaveLength(1);
  const record = await (await send('/record/r1', { headers: { cookie, accept: 'text/html' } })).text();
  expect(record).toContain('<a href="/documents?crawl=garden">Hand in a document</a>');
});

test.each<
  [what: string, send: (server: ReturnType<typeof aServer>) => Promise<Response>, status: number, type: string]
>([
  ['a wrong token', ({ post }) => post('x', { token: 'wrong' }), 401, 'not-signed-in'],
  ['the token of a person who only annotates', ({ post }) => post('x', { token: ADA.token }), 403, 'not-a-contributor'],
  ['no address', ({ post }) => post('x', { url: '' }), 400, 'invalid-parameters'],
  ['another scheme', ({ post }) => post('x', { url: 'file:///etc/passwd' }), 400, 'invalid-parameters'],
  ['a user name', ({ post }) => post('x', { url: 'http://a:b@c.example/' }), 400, 'invalid-parameters'],
  ['nothing', ({ post }) => post(''), 400, 'invalid-parameters'],
  ['a damaged form', ({ post }) => post('x', { type: 'multipart/form-data; boundary=y' }), 400, ''],
])('refuses %s', async (_what, send, status, type) => {
  const server = aServer();
  const answer = await send(server);
  expect(answer.status).toBe(status);
  if (type !== '') expect(await answer.json()).toMatchObject({ type: `urn:problem-type:thresher:${type}` });
  expect(server.given).toEqual([]);
});

test('refuses a huge document', async () => {
  const { post, given } = aServer();
  const answer = await post(new Uint8Array((16 << 20) + 1));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'application/problem+json']);
  expect(given).toEqual([]);
});

test('reads no document of somebody who may not hand it in', async () => {
  const { send, given } = aServer();
  for (const [token, status, max] of [
    ['wrong', 401, 2],
    [ADA.token, 403, 2],
    [CARL.token, 413, 40],
  ] as const) {
    let chunks = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (++chunks > 64) controller.close();
        else controller.enqueue(new Uint8Array(1 << 19));
      },
    });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' };
    const init = { method: 'POST', headers, body, duplex: 'half' as const };
    expect((await send(`/documents?url=${URL}`, init)).status).toBe(status);
    expect(chunks).toBeLessThanOrEqual(max);
  }
  expect(given).toEqual([]);
});

test('says why a document was not added', async () => {
  const busy = await aServer({ isBusy: true }).post('x');
  expect([busy.status, await busy.json()]).toMatchObject([409, { type: 'urn:problem-type:thresher:folder-in-use' }]);
  const refused = await aServer({ reason: 'outside the scope of the crawl' }).post('x');
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { detail: 'The crawl does not keep it: outside the scope of the crawl. Nothing was changed.' },
  ]);
  const offTopic = await aServer({ offTopic: 'plants.txt: score 0' }).post('x');
  expect([offTopic.status, await offTopic.json()]).toMatchObject([
    422,
    { detail: 'It is off topic (plants.txt: score 0), so the crawl does not keep it. Nothing was changed.' },
  ]);
  const failed = await aServer({ isFailed: true }).post('x');
  expect([failed.status, await failed.json()]).toMatchObject([
    500,
    { type: 'urn:problem-type:thresher:not-processed' },
  ]);
});

test.each<[language: string, result: HandedIn, detail: string]>([
  [
    'de',
    { reason: REASONS.scope },
    'Der Crawl behält es nicht: außerhalb des Bereichs des Crawls. Es wurde nichts geändert.',
  ],
  [
    'sv',
    { reason: REASONS.noindex },
    'Crawlen behåller det inte: sidan har noindex, eller ett unavailable_after som har passerat. Inget har ändrats.',
  ],
  [
    'de',
    { reason: NEWER_STATE },
    'Der Crawl behält es nicht: der Crawl hat einen neueren Stand der Seite an dieser Adresse. Es wurde nichts geändert.',
  ],
  ['sv', { reason: TOO_SLOW }, 'Crawlen behåller det inte: det tog mer än 5 minuter att läsa det. Inget har ändrats.'],
  ['sv', { reason: NO_PAGE }, 'Crawlen behåller det inte: det är en lista med länkar. Inget har ändrats.'],
  [
    'de',
    { offTopic: 'plants.txt: score 0' },
    'Es passt nicht zum Thema (plants.txt: score 0), daher behält der Crawl es nicht. Es wurde nichts geändert.',
  ],
  [
    'sv',
    { offTopic: 'plants.txt: score 0' },
    'Det ligger utanför ämnet (plants.txt: score 0), så crawlen behåller det inte. Inget har ändrats.',
  ],
])('says it on pages in the language %s: %j', async (language, result, detail) => {
  const { signIn, send } = aServer(result);
  const { cookie } = await signIn();
  const body = new FormData();
  body.append('url', URL);
  body.append('file', new File(['x'], 'x.html'));
  const headers = { cookie, origin: ORIGIN, accept: 'text/html', 'accept-language': language };
  const answer = await send('/documents', { method: 'POST', headers, body });
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(detail)]);
});

test('limits how many documents a person hands in', async () => {
  const { post, time } = aServer();
  const statuses = [];
  for (let i = 0; i < 11; i++) statuses.push((await post('x')).status);
  expect(statuses).toEqual([...Array<number>(10).fill(201), 429]);
  time.now += 10_000;
  expect((await post('x')).status).toBe(201);
});
