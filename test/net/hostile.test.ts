/** Whatever a server sends, a request ends with a result, in time, and within the memory of a page. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileBodyFilter } from '../../shared/fetch/body-filter.ts';
import { interpretResponse } from '../../shared/fetch/interpret-response.ts';
import { fixedRevisitRules } from '../../shared/frontier/revisit.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import type { FetchRequest } from '../../shared/ports/fetcher.ts';
import type { Url } from '../../shared/url/url.ts';
import { type HostileServer, hostOfTrick, startHostile } from '../hostile/hostile-server.ts';
import { TRICKS } from '../hostile/hostile-tricks.ts';

const TIMEOUT_MS = 8_000;
/** Small, so that it is reached soon even on a busy machine. */
const MAX_BYTES = 1 << 20;
const filter = compileBodyFilter({ types: ['text/*'], except: [], maxBytes: MAX_BYTES });
const rules = { revisit: fixedRevisitRules(null), maxRedirects: 5 };

let server: HostileServer;
let fetcher: ReturnType<typeof httpFetcher>;
/** For servers that always reach a timeout. */
let impatient: ReturnType<typeof httpFetcher>;
beforeAll(async () => {
  server = await startHostile(() => 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood');
  const resolve = { '*.test': `127.0.0.1:${server.port}` };
  const options = { userAgent: 'test', allowPrivate: ['127.0.0.0/8'], resolve };
  fetcher = httpFetcher({ ...options, firstByteMs: 5_000 });
  impatient = httpFetcher({ ...options, firstByteMs: 500 });
});
afterAll(async () => {
  await fetcher.close();
  await impatient.close();
  await server.close();
});

const request: FetchRequest = {
  maxBytes: MAX_BYTES,
  timeoutMs: TIMEOUT_MS,
  refuseBody: (head) => filter(head, 'http://hostile.test/'),
};

describe.concurrent('a server that tries', () => {
  test.each(Object.entries(TRICKS))('%s', async (name, { outcome }) => {
    const url = `http://${hostOfTrick(name)}/` as Url;
    const answer =
      outcome === 'failed.timeout'
        ? await impatient.fetch(url, { ...request, timeoutMs: 1_500 })
        : await fetcher.fetch(url, request);
    const actual = interpretResponse(answer, { tries: 0, hops: 0, isSame: false }, 0, rules).outcome;
    expect(typeof outcome === 'string' ? [outcome] : outcome).toContain(actual);
    if (answer.kind === 'response') expect(answer.body.length).toBeLessThanOrEqual(MAX_BYTES);
    else expect(answer.detail).not.toBe('');
  });
});

test('still fetches from other servers afterwards, and frees the memory', async () => {
  const answer = await fetcher.fetch('http://good.test/' as Url, request);
  expect(answer).toMatchObject({ kind: 'response', body: Buffer.from('good') });
  // Without a collection a busy machine may still hold what is free.
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  expect(process.memoryUsage().arrayBuffers).toBeLessThan(400 << 20);
  // The connection of an endless response is closed, not read further.
  expect(server.sent()).toBeLessThan(600 << 20);
});
