/** Reindexings that are late, repeated or concurrent, on a fake engine with names and aliases only. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSearchClient } from '../../../shared/aws/opensearch/opensearch-client.ts';
import { openSearchIndex } from '../../../shared/aws/opensearch/opensearch-index.ts';
import { openSearchNewIndex } from '../../../shared/aws/opensearch/opensearch-reindex.ts';
import type { NewIndex } from '../../../shared/ports/reindex.ts';
import type { SearchIndex } from '../../../shared/ports/search-index.ts';
import { seen } from '../../contracts/search-index.contract.ts';

const ALIAS = 'test_main';
const [FIRST, AT_100, AT_200] = ['000001', '100', '200'].map((time) => `test__main_${time}`) as [
  string,
  string,
  string,
];

let server: Server;
let newIndex: NewIndex;
let index: SearchIndex;
/** Index → records. */
let indexes: Map<string, Set<string>>;
let alias: Set<string>;

beforeEach(async () => {
  indexes = new Map([[FIRST, new Set(['x1', 'x2'])]]);
  alias = new Set([FIRST]);
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes).toString() : bytes.toString();
    const { pathname } = new URL(request.url ?? '/', 'http://engine');
    const [status, body] = answer(`${request.method} ${pathname}`, text);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createSearchClient({ endpoint, signing: 'none', region: 'eu-north-1' });
  newIndex = openSearchNewIndex(client, 'test', (text) => text);
  index = openSearchIndex(client, 'test', (text) => text);
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const MISSING: [number, object] = [404, { error: { type: 'index_not_found_exception' }, status: 404 }];

function answer(call: string, text: string): [status: number, body: object] {
  const [method, path = ''] = call.split(' ');
  const name = path.slice(1);
  if (call === `GET /_alias/${ALIAS}`) {
    const found = [...alias].map((index) => [index, { aliases: { [ALIAS]: {} } }]);
    return found.length > 0 ? [200, Object.fromEntries(found)] : MISSING;
  }
  if (call === 'POST /_aliases') return change(JSON.parse(text).actions);
  if (call === `POST /${ALIAS}/_search`) {
    const hits = [...alias].flatMap((_index) => [...indexes.get(_index)!].map((_id) => ({ _index, _id })));
    return [200, { hits: { hits: hits.slice(0, JSON.parse(text).size) } }];
  }
  if (call === 'POST /_bulk') return [200, { items: bulk(text.trim().split('\n')) }];
  if (name.startsWith('_')) return [200, {}];
  if (method === 'HEAD') return indexes.has(name) || (name === ALIAS && alias.size > 0) ? [200, {}] : MISSING;
  if (indexes.has(name)) return [400, { error: { type: 'resource_already_exists_exception' }, status: 400 }];
  indexes.set(name, new Set());
  return [200, {}];
}

type Action = { add?: { index: string }; remove_index?: { index: string } };

/** Applies all actions or none. */
function change(actions: Action[]): [status: number, body: object] {
  if (actions.some(({ add, remove_index }) => !indexes.has((add ?? remove_index)!.index))) return MISSING;
  for (const { add, remove_index } of actions) {
    if (add) alias.add(add.index);
    if (remove_index) indexes.delete(remove_index.index);
    if (remove_index) alias.delete(remove_index.index);
  }
  return [200, {}];
}

/** Creates a missing index, as engines do. */
const bulk = (lines: string[]) =>
  lines
    .filter((_, i) => i % 2 === 0)
    .map((head) => {
      const { _index, _id } = JSON.parse(head).update as { _index: string; _id: string };
      indexes.set(_index, (indexes.get(_index) ?? new Set()).add(_id));
      return { update: { _id, status: 200 } };
    });

const page = (id: string) => seen(id, `http://a.example/${id}`);
const stands = () => ({ alias: [...alias], indexes: [...indexes.keys()].sort() });

async function made(at: number, ids: string[]): Promise<boolean> {
  if (!(await newIndex.open('main', at, true))) return false;
  await newIndex.write('main', at, ids.map(page));
  return newIndex.move('main', at);
}

test('replaces the index by the new one, once or repeatedly', async () => {
  expect(await made(100, ['x1', 'x2'])).toBe(true);
  expect(stands()).toEqual({ alias: [AT_100], indexes: [AT_100] });
  expect(await newIndex.open('main', 100, false)).toBe(true);
  expect(await newIndex.move('main', 100)).toBe(true);
  expect(stands()).toEqual({ alias: [AT_100], indexes: [AT_100] });
  expect(await made(200, ['x1'])).toBe(true);
  expect(stands()).toEqual({ alias: [AT_200], indexes: [AT_200] });
});

test.each([
  ['its beginning', true],
  ['a call in its midst', false],
])('reports a late older reindexing, %s, as outdated and deletes its index', async (_what, make) => {
  await made(200, ['x1', 'x2']);
  expect(await newIndex.open('main', 100, make)).toBe(false);
  // A request that was in flight while the alias moved.
  await newIndex.write('main', 100, [page('x1')]);
  expect(await newIndex.move('main', 100)).toBe(false);
  expect(stands()).toEqual({ alias: [AT_200], indexes: [AT_200] });
  expect(indexes.get(AT_200)?.size).toBe(2);
});

test('neither recreates nor uses a deleted index', async () => {
  expect(await newIndex.open('main', 100, false)).toBe(false);
  expect(await newIndex.move('main', 100)).toBe(false);
  expect(stands()).toEqual({ alias: [FIRST], indexes: [FIRST] });
});

test('keeps the later of two concurrent reindexings, whichever ends first', async () => {
  for (const at of [100, 200]) await newIndex.open('main', at, true);
  for (const at of [100, 200]) await newIndex.write('main', at, [page('x1')]);
  expect(await newIndex.move('main', 200)).toBe(true);
  expect(await newIndex.move('main', 100)).toBe(false);
  expect(stands()).toEqual({ alias: [AT_200], indexes: [AT_200] });
});

test('the index says which reindexing has made it', async () => {
  const { rebuiltAt } = index;
  expect(await rebuiltAt('main')).toBe(1);
  await made(100, ['x1']);
  expect(await rebuiltAt('main')).toBe(100);
  alias.clear();
  expect(await rebuiltAt('main')).toBe(1);
});

test('reindexes a crawl without records', async () => {
  alias.clear();
  indexes.clear();
  expect(await newIndex.open('main', 100, true)).toBe(true);
  expect(stands()).toEqual({ alias: [], indexes: [AT_100] });
});
