import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SEARCH_FILTERS } from '../../../shared/index/search-fields.ts';
import { createApp } from '../../../web/app.ts';
import { serve } from '../../../web/server.ts';
import { aHit, aRecord, aWorld } from '../fixtures.ts';

const ID = 'a'.repeat(64);
const withheld = aRecord({ id: 'withheld', directives: ['noarchive'] });

const { world, ports } = aWorld({
  hits: [aHit({ author: 'Mary Treat' }), aHit({ id: 'b', title: 'Moss' })],
  records: [aRecord({ id: ID, text: 'Sundews catch flies.', author: 'Mary Treat' }), withheld],
  crawls: ['garden', 'bog'],
});
const explained = { at: null, step: 'rules', decision: 'accepted', reason: null, detail: 'it is in scope' } as const;
const app = createApp({
  ...ports,
  explain: async (crawl, url) => ({ url, state: `seen in ${crawl}`, steps: [explained] }),
});

type Structured = { structuredContent?: unknown; isError?: boolean; content: { type: string; text: string }[] };

let server: Awaited<ReturnType<typeof serve>>;
let client: Client;
beforeAll(async () => {
  server = await serve(app, { host: '127.0.0.1', port: 0 });
  client = await connect(server.url);
});
afterAll(async () => {
  await client.close();
  await server.close();
});

async function connect(url: string, to = '/mcp'): Promise<Client> {
  const opened = new Client({ name: 'test', version: '1' });
  await opened.connect(new StreamableHTTPClientTransport(new URL(to, url)));
  return opened;
}

const call = async (name: string, args: Record<string, unknown> = {}): Promise<Structured> =>
  (await client.callTool({ name, arguments: args })) as Structured;

const CITED = {
  title: 'Sundews',
  url: 'http://plants.example/drosera',
  author: 'Mary Treat',
  published: '2021-06-03',
  fetchedAt: '2023-11-14T22:13:20.000Z',
};

test('offers tools that only read, each with schemas of input and output', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'search',
    'get_document',
    'list_crawls',
    'crawl_status',
    'explain_url',
  ]);
  for (const { inputSchema, outputSchema, annotations, description } of tools) {
    expect(inputSchema).toMatchObject({ type: 'object' });
    expect(outputSchema).toMatchObject({ type: 'object', properties: expect.anything() });
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(description).toMatch(/\.$/);
  }
  expect(client.getInstructions()).toContain('Cite pages');
});

test('search returns dated citations with links to the record and the cached copy', async () => {
  const { structuredContent, content } = await call('search', {
    query: 'sundews',
    language: 'en',
    size: 5,
    sort: '-date',
  });
  const origin = new URL(server.url).origin;
  expect(structuredContent).toMatchObject({
    total: 2,
    next: null,
    ignored: [],
    results: [
      {
        id: ID,
        citation: {
          ...CITED,
          cached: `${origin}/cached/${ID}?crawl=garden`,
          record: `${origin}/record/${ID}?crawl=garden`,
        },
        snippet: 'Sundews catch flies with sticky leaves.',
      },
      { id: 'b' },
    ],
  });
  expect(JSON.parse(content[0]!.text)).toEqual(structuredContent);
  expect(world.requests.at(-1)).toEqual({
    crawl: 'garden',
    q: 'sundews',
    language: 'en',
    snippetLength: 240,
    from: 0,
    size: 5,
    sort: '-date',
  });
});

test('get_document returns the text in parts', async () => {
  const whole = await call('get_document', { id: ID });
  expect(whole.structuredContent).toMatchObject({
    citation: CITED,
    text: 'Sundews catch flies.',
    textLength: 20,
    next: null,
  });
  const part = await call('get_document', { id: ID, offset: 8, length: 5 });
  expect(part.structuredContent).toMatchObject({ text: 'catch', offset: 8, next: 13 });
  const beyond = await call('get_document', { id: ID, offset: 500 });
  expect(beyond.structuredContent).toMatchObject({ text: '', next: null });
});

test('get_document withholds what the publisher withholds', async () => {
  const { structuredContent } = await call('get_document', { id: 'withheld' });
  expect(structuredContent).toMatchObject({ text: null, citation: { cached: null } });
});

test('search rounds scores as JSON does, and links to no copy that the publisher forbids', async () => {
  const hits = [aHit({ score: 1.234567 }), aHit({ noarchive: true })];
  const other = await serve(createApp(aWorld({ hits }).ports), { host: '127.0.0.1', port: 0 });
  const asking = await connect(other.url);
  const { structuredContent } = (await asking.callTool({
    name: 'search',
    arguments: { query: 'sundews' },
  })) as Structured;
  expect(structuredContent).toMatchObject({
    results: [
      { score: 1.235, citation: { cached: expect.stringContaining('/cached/') } },
      { citation: { cached: null } },
    ],
  });
  await asking.close();
  await other.close();
});

test('search takes several crawls, and says which one has each result', async () => {
  const { structuredContent } = await call('search', { query: 'moss', crawl: 'garden,bog' });
  expect(world.requests.slice(-2).map(({ crawl }) => crawl)).toEqual(['garden', 'bog']);
  // Both crawls have the text.
  expect(structuredContent).toMatchObject({ total: 1, results: [{ id: 'b', crawl: 'garden' }] });
  const one = await call('search', { query: 'moss', crawl: 'bog' });
  expect(one.structuredContent).toMatchObject({ results: [{ crawl: 'bog' }] });
  for (const args of [{ crawl: 'bog,other' }, { crawl: 'garden,bog', from: 995 }])
    expect((await call('search', { query: 'moss', ...args })).isError).toBe(true);
});

test('list_crawls and explain_url answer for the crawls that are shown', async () => {
  expect((await call('list_crawls')).structuredContent).toEqual({
    crawls: ['garden', 'bog'].map((crawl) => ({ crawl, state: 'running', documents: 690, pages: 1234, hosts: 41 })),
  });
  const { structuredContent } = await call('explain_url', { url: 'http://a.example/', crawl: 'bog' });
  expect(structuredContent).toEqual({ url: 'http://a.example/', state: 'seen in bog', steps: [explained] });
});

test('says that no process works on a crawl whose state is running', async () => {
  const status = async (crawl: string) => ({ ...(await ports.status(crawl))!, unattended: true as const });
  const alone = await serve(createApp({ ...ports, status }), { host: '127.0.0.1', port: 0 });
  const reader = await connect(alone.url);
  const answers = await Promise.all(
    ['list_crawls', 'crawl_status'].map((name) => reader.callTool({ name, arguments: {} }) as Promise<Structured>),
  );
  expect(answers.map(({ structuredContent }) => structuredContent)).toMatchObject([
    { crawls: [{ state: 'running', unattended: true }, { state: 'running' }] },
    { state: 'running', unattended: true },
  ]);
  await reader.close();
  await alone.close();
});

test('crawl_status returns the counts of one crawl, by default of the first', async () => {
  const { structuredContent } = await call('crawl_status');
  expect(structuredContent).toMatchObject({
    ...{ crawl: 'garden', state: 'running', documents: 690, pages: 1234, hosts: 41 },
    ...{ outcomes: expect.anything(), reasons: expect.anything(), verdicts: expect.anything() },
    ...{ due: expect.any(Number), waiting: expect.any(Number), bytes: expect.any(Number), cost: expect.any(Number) },
  });
  expect((await call('crawl_status', { crawl: 'bog' })).structuredContent).toMatchObject({ crawl: 'bog' });
});

describe('an error that the model can correct', () => {
  test.each([
    ['search', { query: 'x', language: 'english', type: 'webpage' }, /language: must be .*; type: must be/],
    ['search', { query: 'type:webpage' }, /query: type:webpage must be/],
    ['search', { query: 'x', crawl: 'other' }, 'There is no crawl other. The crawls are: garden, bog.'],
    ['get_document', { id: 'unknown' }, 'no document unknown'],
    ['get_document', { id: '../../etc/passwd' }, 'no document'],
    ['search', {}, /query/],
    ['search', { query: 'x', lang: 'de' }, /lang/],
    ['list_crawls', { crawl: 'garden' }, /crawl/],
    ['crawl_status', { crawl: 'other' }, 'There is no crawl other. The crawls are: garden, bog.'],
    ['search', { query: 'x', size: 1000 }, /size/],
    ['search', { query: 'x'.repeat(1001) }, /query/],
    ['search', { query: 'x', author: 'x'.repeat(1001) }, /author/],
    ['search', { query: 'x', crawl: 'x'.repeat(2001) }, /crawl/],
    ['get_document', { id: 'x'.repeat(1001) }, /id/],
  ])('%s %o', async (name, args, message) => {
    const { isError, content } = await call(name, args);
    expect(isError).toBe(true);
    expect(content[0]!.text).toMatch(message);
  });
});

test('keeps the message of a fault on the server', async () => {
  const search = () => Promise.reject(new Error('data/secret.sqlite is corrupt'));
  const broken = await serve(createApp({ ...ports, search }), { host: '127.0.0.1', port: 0 });
  const other = await connect(broken.url);
  const answer = (await other.callTool({ name: 'search', arguments: { query: 'x' } })) as Structured;
  expect(answer).toMatchObject({
    isError: true,
    content: [{ text: 'Internal error. Call the tool again in a moment.' }],
  });
  expect(String(world.faults.at(-1))).toContain('secret.sqlite');
  await other.close();
  await broken.close();
});

test('does not offer explain_url where nothing can explain', async () => {
  const plain = await serve(createApp(ports), { host: '127.0.0.1', port: 0 });
  const other = await connect(plain.url);
  expect((await other.listTools()).tools.map(({ name }) => name)).not.toContain('explain_url');
  await other.close();
  await plain.close();
});

describe('over HTTP', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    app.request('/mcp', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    });

  test('needs no session: any request can be the first', async () => {
    const answer = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }), {
      'mcp-protocol-version': '2025-06-18',
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('get_document');
    expect(answer.headers.get('mcp-session-id')).toBeNull();
  });

  test.each(['GET', 'DELETE', 'PUT'])('refuses %s, because there are no sessions and no streams', async (method) => {
    const answer = await app.request('/mcp', { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test('refuses a request of another website, by its Origin', async () => {
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const ask = async (origins: string[], origin?: string) => {
      const guarded = createApp({ ...ports, origins });
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(origin !== undefined && { origin }),
      };
      return (await guarded.request('http://127.0.0.1:8080/mcp', { method: 'POST', body: list, headers })).status;
    };
    expect(await ask([])).toBe(200);
    expect(await ask([], 'http://127.0.0.1:8080')).toBe(200);
    expect(await ask([], 'https://other.example')).toBe(403);
    expect(await ask([], 'http://127.0.0.1:9090')).toBe(403);
    expect(await ask([], 'null')).toBe(403);
    expect(await ask(['https://other.example'], 'https://other.example')).toBe(200);
  });

  test('refuses another content type as a fault of the client, which is not logged', async () => {
    const before = world.faults.length;
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('{')).status).toBe(400);
    expect(world.faults.slice(before)).toEqual([]);
  });

  test('refuses what is not JSON-RPC, and what is too large', async () => {
    expect((await post('{')).status).toBe(400);
    expect(
      (await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: { a: 'x'.repeat(70_000) } }))).status,
    ).toBe(413);
  });
});

test('every text that a model may send has a maximum length in the schemas of the tools', async () => {
  const { tools } = await client.listTools();
  const texts = tools.flatMap(({ name, inputSchema }) =>
    Object.entries(inputSchema.properties ?? {}).flatMap(([argument, schema]) => {
      const { type, enum: values, maxLength } = schema as { type?: string; enum?: string[]; maxLength?: number };
      return type === 'string' && !values ? [[`${name}.${argument}`, maxLength] as const] : [];
    }),
  );
  expect(texts.map(([name]) => name)).toEqual(
    expect.arrayContaining(['search.author', 'search.crawl', 'get_document.id']),
  );
  expect(texts.filter(([, maxLength]) => maxLength === undefined)).toEqual([]);
  const ofFilters = SEARCH_FILTERS.map(({ name }) => texts.find(([text]) => text === `search.${name}`)?.[1]);
  expect(new Set(ofFilters)).toEqual(new Set([1000]));
});
