/** The guard at the connection. 127.0.0.1 stands for a public address, 127.0.0.2 for a private one. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import type { Url } from '../../shared/url/url.ts';

const limits = { maxBytes: 1_000, timeoutMs: 60_000 };
const servers: Server[] = [];
let port: number;
let insideConnections = 0;

beforeAll(async () => {
  const outside = createServer((_request, response) => response.writeHead(200, { connection: 'close' }).end('outside'));
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  port = (outside.address() as AddressInfo).port;
  const inside = createServer((_request, response) => response.end('inside'));
  inside.on('connection', () => insideConnections++);
  await new Promise<void>((resolve) => inside.listen(port, '127.0.0.2', resolve));
  servers.push(outside, inside);
});
afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))));

/** A name server with a different answer for each query; the last answer repeats. */
function rebinding(answers: string[][]) {
  let queries = 0;
  const lookUp = async () =>
    answers[Math.min(queries++, answers.length - 1)]!.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
  return httpFetcher({ userAgent: 'test', allowPrivate: ['127.0.0.1'], resolveName: lookUp });
}

async function outcomes(answers: string[][], times: number): Promise<string[]> {
  const fetcher = rebinding(answers);
  const results: string[] = [];
  try {
    for (let i = 0; i < times; i++) {
      const answer = await fetcher.fetch(`http://rebind.example:${port}/` as Url, limits);
      results.push(answer.kind === 'response' ? Buffer.from(answer.body).toString() : answer.reason);
    }
  } finally {
    await fetcher.close();
  }
  return results;
}

// addresses of each lookup · result of each request
test.each([
  [
    [['127.0.0.1'], ['127.0.0.2']],
    ['outside', 'private-address'],
  ],
  [
    [['127.0.0.2'], ['127.0.0.1']],
    ['private-address', 'outside'],
  ],
  [[['127.0.0.1', '127.0.0.2']], ['private-address']],
  [
    [['127.0.0.1'], ['127.0.0.2', '127.0.0.1'], ['127.0.0.1']],
    ['outside', 'private-address', 'outside'],
  ],
  [[['::ffff:127.0.0.2']], ['private-address']],
  [[['0.0.0.0']], ['private-address']],
  [[['64:ff9b::7f00:2']], ['private-address']],
])('lookups %j give %j, and no private address is connected to', async (answers, results) => {
  insideConnections = 0;
  expect(await outcomes(answers, results.length)).toEqual(results);
  expect(insideConnections).toBe(0);
});

test.each(['127.0.0.2', '2130706434', '0x7f000002', '127.2', '[::ffff:127.0.0.2]', '１２７.0.0.２'])(
  'does not connect to the address %s in a URL, however it is written',
  async (host) => {
    insideConnections = 0;
    const fetcher = rebinding([]);
    const url = new URL(`http://${host}:${port}/`).href as Url;
    expect(await fetcher.fetch(url, limits)).toMatchObject({ kind: 'failure', reason: 'private-address' });
    await fetcher.close();
    expect(insideConnections).toBe(0);
  },
);
