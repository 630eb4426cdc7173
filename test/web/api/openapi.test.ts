import { DatabaseSync } from 'node:sqlite';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { search } from '../../../shared/search/search.ts';
import { searchRecords } from '../../../shared/search/search-records.ts';
import { suggest } from '../../../shared/search/suggest.ts';
import { analyzeToString } from '../../../shared/text/analysis/analyze.ts';
import { PROBLEM_TYPES, problemUri } from '../../../web/api/problem.ts';
import { createApp } from '../../../web/app.ts';
import { ASSETS } from '../../../web/pages/assets.ts';
import { createSqiSessions } from '../../../web/sqi/sessions.ts';
import { PAGES } from '../../browser/pages.ts';
import { seen } from '../../contracts/search-index.contract.ts';
import { ADA, CARL, memoryAnnotations } from '../annotations/annotations-world.ts';
import { aCapture, aWorld } from '../fixtures.ts';

type Parameter = { name: string; in: string; schema: Record<string, unknown> };
type Operation = {
  parameters: Parameter[];
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
};
type Written = {
  parameters: Parameter[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: object } } };
  responses: Operation['responses'];
};
type Document = {
  paths: Record<string, { get: Operation; post?: Written; put?: Written; delete?: Written }>;
  components: { schemas: Record<string, object> };
};

const RULES = 'moss'.repeat(16);
let app: ReturnType<typeof createApp>;
let api: Document;
let added: Response;

beforeAll(async () => {
  const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
  const page = (id: string, fields: Parameters<typeof seen>[2]) => seen(id, `http://${id}.example/`, fields);
  const rich = { about: { publisher: 'Kew' }, fields: { taxa: ['Drosera', 3, { text: 'x' }] }, genre: 'article' };
  await index.write('garden', [
    page('sundew', {
      title: 'Sundews',
      text: 'sundews catch flies',
      author: 'Mary Treat',
      date: '2021',
      keywords: ['a'],
      ...rich,
    }),
    page('book', { text: 'a book about moss', type: 'pdf' }),
    page(RULES, { text: 'moss and sundews', language: 'en', directives: ['noarchive', 'nosnippet'] }),
  ]);
  const { ports } = aWorld({ captures: { sundew: aCapture('<p>sundews'), book: aCapture('%PDF-1.4') } });
  app = createApp({
    ...ports,
    search: (request) => search(request, { index }, { nearBits: 3 }),
    searchRecords: (request) => searchRecords(request, { index }),
    sqiSessions: createSqiSessions(),
    changedRecords: (crawl, query) => index.changedRecords(crawl, query),
    indexIdentity: async (crawl) => `1 ${await index.rebuiltAt(crawl)}`,
    suggest: (request) => suggest(request, index, ['en']),
    record: (crawl, id) => index.get(crawl, id),
    explain: async (_crawl, url) => ({ url, state: 'fetched', steps: [] }),
    versions: async () => ({ versions: [], searched: 0, next: null }),
    fetchTimes: (crawl) => index.fetchTimes(crawl, 4),
    annotations: memoryAnnotations((crawl, id) => index.get(crawl, id)).annotations,
  });
  added = await app.request('/annotations', {
    method: 'POST',
    headers: { authorization: `Bearer ${ADA.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ record: 'sundew', text: 'See the map.' }),
  });
  api = (await (await app.request('/openapi.json')).json()) as Document;
});

test('a validator accepts the document', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(api) as never);
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

test('says for each operation whether it needs a token, and has items for each array, as linters and generators want', () => {
  expect(api).toMatchObject({ security: [] });
  const withoutItems: string[] = [];
  JSON.stringify(api, (key, value) => {
    if (value?.type === 'array' && !value.items) withoutItems.push(key);
    return value;
  });
  expect(withoutItems).toEqual([]);
});

test('describes every route of the app but its files', () => {
  const routes = app.routes.filter(({ method, path }) => method === 'GET' && !Object.hasOwn(ASSETS, path));
  const paths = routes.map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'));
  expect(Object.keys(api.paths).sort()).toEqual([...new Set(paths)].sort());
});

test('the browser tests open every page', () => {
  const shown = PAGES.map((page) => `/${page.replace(/\?.*/, '')}`);
  const pages = Object.entries(api.paths).flatMap(([path, { get }]) =>
    get.responses['200']?.content?.['text/html'] ? [path] : [],
  );
  expect(pages.length).toBeGreaterThan(9);
  const isShown = (path: string) => {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return shown.some((one) => pattern.test(one));
  };
  // A frame of the page of a cached copy.
  expect(pages.filter((path) => !isShown(path))).toEqual(['/cached/{id}/page']);
});

/** Returns the errors of a value by a schema of the document. */
function errorsOf(schema: object, value: unknown): unknown {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', components: api.components });
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as object;
  return ajv.validate(absolute, value) ? [] : ajv.errors;
}

describe('answers match their schemas', () => {
  test.each([
    ['/search', '/search?q=sundews&facets=all'],
    ['/search', '/search?q=nothing&lang=sv'],
    ['/search', '/search?q=sundews^2 AND editor:x&collapse=host'],
    ['/search', '/search?sort=-fetched&size=1'],
    ['/search', '/search?q=sundews&snippetLength=1000'],
    ['/record/{id}', '/record/sundew'],
    ['/record/{id}', `/record/${RULES}`],
    ['/crawl', '/crawl'],
    ['/explain', '/explain?url=http://sundew.example/'],
    ['/openapi.json', '/openapi.json'],
    ['/suggest', '/suggest?q=sun'],
    ['/facets', '/facets?q=sundews&lang=und'],
    ['/changes', '/changes'],
    ['/changes', '/changes?text=true&size=1'],
    ['/browse', '/browse'],
    ['/collection', '/collection'],
    ['/browse', '/browse?class=A'],
    ['/annotations', '/annotations'],
    ['/annotations', '/annotations?record=sundew'],
    ['/annotations/{id}', '/annotations/annotation1'],
  ])('%s: %s', async (path, url) => {
    const answer = await app.request(url, { headers: { accept: 'application/json' } });
    expect(answer.status).toBe(200);
    const { schema } = api.paths[path]!.get.responses['200']!.content![answer.headers.get('content-type')!]!;
    expect(errorsOf(schema, await answer.json())).toEqual([]);
  });

  test.each([
    ['/search', '/search?size=0&lang=x', '400'],
    ['/search', '/search?crawl=other', '404'],
    ['/feed', '/feed?format=csv', '406'],
    ['/record/{id}', '/record/unknown', '404'],
    ['/crawl', '/crawl?format=csv', '406'],
    ['/help', '/help?format=csv', '406'],
    ['/changes', '/changes?after=x', '400'],
    ['/changes', '/changes?format=csv', '406'],
    ['/browse', '/browse?format=csv', '406'],
    ['/collection', '/collection?format=csv', '406'],
    ['/annotations', '/annotations?size=0', '400'],
    ['/annotations/{id}', '/annotations/unknown', '404'],
  ])('%s: the problem of %s', async (path, url, status) => {
    const answer = await app.request(url, { headers: { accept: 'application/json' } });
    expect(answer.status).toBe(Number(status));
    const { schema } = api.paths[path]!.get.responses[status]!.content!['application/problem+json']!;
    expect(errorsOf(schema, await answer.json())).toEqual([]);
  });

  test('refuse other answers', () => {
    const { schema } = api.paths['/search']!.get.responses['200']!.content!['application/json']!;
    expect(errorsOf(schema, { query: 'x', total: '1' })).not.toEqual([]);
  });
});

test('describes the requests that annotate pages', async () => {
  const { post } = api.paths['/annotations']!;
  const { put, delete: deletion } = api.paths['/annotations/{id}']!;
  expect(added.status).toBe(201);
  expect(errorsOf(post!.responses['201']!.content!['application/json']!.schema, await added.json())).toEqual([]);
  expect(errorsOf(post!.requestBody!.content['application/json'].schema, { record: 'sundew', text: 'x' })).toEqual([]);
  expect(errorsOf(put!.requestBody!.content['application/json'].schema, { text: '' })).not.toEqual([]);
  for (const { responses } of [post!, put!, deletion!])
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '404', '413', '429']));
});

test('describes how a program hands in a document', async () => {
  const { post } = api.paths['/documents']!;
  expect(post).toMatchObject({ requestBody: { required: true, content: { '*/*': {} } }, security: [{ token: [] }] });
  expect(post!.parameters.map(({ name }) => name)).toEqual(['url', 'crawl']);
  const { schema } = post!.responses['201']!.content!['application/json']!;
  const answer = { crawl: 'garden', url: 'https://papers.example/paper.pdf', record: 'sundew' };
  expect(errorsOf(schema, answer)).toEqual([]);
  expect(errorsOf(schema, { ...answer, record: undefined })).not.toEqual([]);
  const statusOf = async (url: string, token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
    return (await app.request(`/documents?url=${url}`, { method: 'POST', headers, body: 'moss' })).status;
  };
  const refused = [
    await statusOf('https://papers.example/paper.txt', 'wrong'),
    await statusOf('https://papers.example/paper.txt', ADA.token!),
    await statusOf('ftp://papers.example/paper.txt', CARL.token!),
    await statusOf('https://papers.example/paper.txt', CARL.token!),
  ];
  expect(refused).toEqual([401, 403, 400, 409]);
  expect(Object.keys(post!.responses)).toEqual(expect.arrayContaining([...refused.map(String), '413', '422', '500']));
});

test('a server without annotations describes none', async () => {
  const other = createApp(aWorld({}).ports);
  const { paths } = (await (await other.request('/openapi.json')).json()) as Document;
  expect(Object.keys(paths).filter((path) => /annotations|sign-in/.test(path))).toEqual([]);
});

test('every format of a path is answered with the media type that the document names', async () => {
  for (const [path, { get }] of Object.entries(api.paths)) {
    for (const type of Object.keys(get.responses['200']!.content!)) {
      const id = path.startsWith('/annotations') ? 'annotation1' : path.endsWith('/file') ? 'book' : 'sundew';
      const query = path === '/explain' ? '?url=http://sundew.example/' : '';
      const url = `${path.replace('{id}', id).replace('{crawl}', 'garden')}${query}`;
      const answer = await app.request(url, { headers: { accept: type } });
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        200,
        // A file has the media type of its format.
        type === '*/*' ? 'application/pdf' : expect.stringContaining(type),
      ]);
    }
  }
});

test('names the problems of every path, and the defaults of feeds', () => {
  for (const [path, { get }] of Object.entries(api.paths))
    expect([path, Object.keys(get.responses)]).toEqual([
      path,
      expect.arrayContaining(['403', '405', '421', '429', '500']),
    ]);
  const sort = api.paths['/feed']!.get.parameters.find(({ name }) => name === 'sort');
  expect(sort?.schema['default']).toBe('-fetched');
});

test('defaults, bounds and words of parameters are those that validation uses', async () => {
  const parameters = new Map(api.paths['/search']!.get.parameters.map((one) => [one.name, one]));
  expect(parameters.get('size')).toMatchObject({
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  });
  expect(parameters.get('q')).toMatchObject({ schema: { type: 'string', maxLength: 1000, default: '' } });
  expect(parameters.get('crawl')).toMatchObject({ schema: { type: 'string', maxLength: 2000 } });
  expect([...parameters.keys()]).toEqual(
    expect.arrayContaining(['lang', 'site', 'type', 'class', 'after', 'genre', 'sort', 'format']),
  );
  for (const [name, { schema }] of parameters) {
    for (const value of [...((schema['enum'] ?? []) as string[]), ...((schema['examples'] ?? []) as string[])])
      expect([name, value, (await app.request(`/search?${new URLSearchParams({ [name]: value })}`)).status]).toEqual([
        name,
        value,
        200,
      ]);
    for (const bound of [schema['minimum'], schema['maximum']].filter((one) => typeof one === 'number')) {
      const statusOf = async (n: number) => (await app.request(`/search?size=1&${name}=${n}`)).status;
      if (name !== 'size') expect([name, bound, await statusOf(bound)]).toEqual([name, bound, 200]);
    }
  }
});

test('describes every parameter of a path and every type of problem', () => {
  for (const { get } of Object.values(api.paths))
    for (const parameter of get.parameters)
      expect(parameter).toMatchObject({ description: expect.stringMatching(/\.$/) });
  expect(api.components.schemas['Problem']).toMatchObject({
    properties: { type: { enum: PROBLEM_TYPES.map(problemUri) } },
  });
});
