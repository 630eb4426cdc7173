/** How a writer reads the engine's responses: unavailable, or a rejected record. A fake engine sends scripted responses. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSearchClient } from '../../../shared/aws/opensearch/opensearch-client.ts';
import { SearchUnavailableError } from '../../../shared/aws/opensearch/opensearch-errors.ts';
import { openSearchIndex } from '../../../shared/aws/opensearch/opensearch-index.ts';
import { RecordsRefusedError } from '../../../shared/ports/search-index.ts';
import { seen } from '../../contracts/search-index.contract.ts';
import { longTest } from '../../long-test.ts';

type Answer = { status: number; body?: object } | 'cut' | 'silent';
type Bulk = { ids: string[]; bytes: number };

let server: Server;
let bulks: Bulk[];
/** Responses to bulk requests, one after the other. */
let say: (bulk: Bulk) => Answer;
/** Response to all other requests. */
let sayFirst: (path: string) => Answer;
/** Makes backoff waits end at once. Socket timeouts do not use Node's timers. */
let hurry: ReturnType<typeof setInterval>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  hurry = setInterval(() => vi.advanceTimersByTime(10_000), 1);
  bulks = [];
  sayFirst = () => ({ status: 200, body: {} });
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const isBulk = request.url?.startsWith('/_bulk');
    if (isBulk) bulks.push(bulkOf(Buffer.concat(parts)));
    const answer = isBulk ? say(bulks.at(-1)!) : sayFirst(`${request.method} ${request.url}`);
    if (answer === 'silent') return;
    if (answer === 'cut') return void response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  clearInterval(hurry);
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function bulkOf(zipped: Buffer): Bulk {
  const text = gunzipSync(zipped).toString();
  const heads = text
    .trim()
    .split('\n')
    .filter((_, i) => i % 2 === 0);
  return { ids: heads.map((head) => JSON.parse(head).update._id as string), bytes: Buffer.byteLength(text) };
}

const port = () => (server.address() as AddressInfo).port;
const indexAt = (endpoint: string, requestTimeout: number) => {
  const client = createSearchClient(
    { endpoint, signing: 'none', region: 'eu-north-1' },
    { maxRetries: 0, requestTimeout },
  );
  return openSearchIndex(client, 'test', (text) => text);
};
const pages = (count: number, text = 'text') =>
  Array.from({ length: count }, (_, n) => seen(`x${n}`, `http://a.example/${n}`, { text }));
/** Writes and returns the error. */
const write = (
  changes = pages(3),
  { endpoint = `http://127.0.0.1:${port()}`, patienceMs = 20_000 } = {},
): Promise<Error | undefined> =>
  indexAt(endpoint, patienceMs)
    .write('main', changes)
    .then(
      () => undefined,
      (error: Error) => error,
    );

const items =
  (refuse: Record<string, [status: number, type: string]>) =>
  (bulk: Bulk): Answer => ({
    status: 200,
    body: {
      errors: Object.keys(refuse).length > 0,
      items: bulk.ids.map((_id) => {
        const [status, type] = refuse[_id] ?? [200];
        return { update: { _id, status, ...(type && { error: { type, reason: 'so it is' } }) } };
      }),
    },
  });
const whole = (status: number, type?: string) => (): Answer => ({ status, body: type ? { error: { type } } : {} });

describe('the engine is unavailable if it', () => {
  test.each<[string, (bulk: Bulk) => Answer]>([
    ['responds 429 to every attempt', whole(429)],
    ['responds 503', whole(503)],
    ['is behind a gateway that responds 502', whole(502)],
    ['is behind a gateway that responds 504', whole(504)],
    ['responds 429 for one record', items({ x1: [429, 'rejected_execution_exception'] })],
    ['has no memory for one record', items({ x1: [429, 'circuit_breaking_exception'] })],
    ['has a full disk', items({ x1: [403, 'cluster_block_exception'] })],
    ['has a full disk (newer versions: 429)', items({ x1: [429, 'cluster_block_exception'] })],
    ['is locked', whole(403, 'cluster_block_exception')],
    ['closes the connection', () => 'cut'],
    ['rejects one record temporarily and another permanently', items({ x0: [400, 'a'], x1: [429, 'b'] })],
  ])('%s', async (_what, answer) => {
    say = answer;
    expect(await write()).toBeInstanceOf(SearchUnavailableError);
  });

  test('does not respond', async () => {
    say = () => 'silent';
    expect(await write(pages(1), { patienceMs: 100 })).toBeInstanceOf(SearchUnavailableError);
  });

  test('refuses the connection', async () => {
    expect(await write(pages(1), { endpoint: 'http://127.0.0.1:1' })).toBeInstanceOf(SearchUnavailableError);
  });

  test('blocks new indices', async () => {
    const locked = whole(403, 'index_create_block_exception');
    sayFirst = (path) =>
      path.startsWith('HEAD') ? { status: 404 } : path.includes('template') ? { status: 200 } : locked();
    expect(await write()).toBeInstanceOf(SearchUnavailableError);
  });
});

describe('the engine is available if it', () => {
  test.each<[string, (bulk: Bulk) => Answer, RegExp]>([
    ['rejects a record', items({ x1: [400, 'mapper_parsing_exception'] }), /1 record refused; x1: 400 mapper_parsing/],
    ['has no such alias', items({ x0: [404, 'index_not_found_exception'] }), /1 record refused; x0: 404/],
    ['forbids writes', whole(403, 'security_exception'), /security_exception/],
    ['fails', whole(500), /./],
    ['rejects a long request of several records', whole(413), /./],
    ['reports a conflict with another writer', items({ x1: [409, 'version_conflict_engine_exception'] }), /x1: 409/],
    ['rejects one record and fails with another', items({ x0: [400, 'a'], x1: [500, 'b'] }), /2 records refused/],
  ])('%s: the record or the request is at fault', async (_what, answer, message) => {
    say = answer;
    const error = await write();
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(SearchUnavailableError);
    expect(error?.message).toMatch(message);
    expect(error instanceof RecordsRefusedError).toBe(message.source.includes('mapper_parsing'));
  });

  test('rejects a request with one record as too long: the record is rejected permanently', async () => {
    say = whole(413);
    expect(await write(pages(1))).toMatchObject({ name: 'RecordsRefusedError', records: 1 });
    say = items({ x1: [400, 'mapper_parsing_exception'], x2: [400, 'mapper_parsing_exception'] });
    expect(await write()).toMatchObject({ name: 'RecordsRefusedError', records: 2 });
  });
});

test('sends one request to a read-only engine and six to a busy one', async () => {
  say = items({ x1: [403, 'cluster_block_exception'] });
  await write();
  expect(bulks).toHaveLength(1);
  say = items({ x1: [429, 'rejected_execution_exception'] });
  await write();
  expect(bulks).toHaveLength(7);
});

test('stops after a request that stays busy, and goes on after rejected records', async () => {
  say = items({ x1: [429, 'rejected_execution_exception'] });
  await write(pages(201));
  expect(bulks.filter(({ ids }) => ids.includes('x200'))).toHaveLength(0);
  say = items({ x1: [400, 'mapper_parsing_exception'] });
  await write(pages(201));
  expect(bulks.filter(({ ids }) => ids.includes('x200'))).toHaveLength(1);
});

longTest('sends an oversized record alone and last', async () => {
  const long = seen('long', 'http://a.example/long', { text: 'moss '.repeat(1_200_000) });
  say = items({ long: [429, 'circuit_breaking_exception'] });
  expect(await write([long, ...pages(3)])).toBeInstanceOf(SearchUnavailableError);
  expect(bulks.map(({ ids }) => ids)).toEqual([['x0', 'x1', 'x2'], ...Array(6).fill(['long'])]);
});
