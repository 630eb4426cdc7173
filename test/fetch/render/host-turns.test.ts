import { expect, test } from 'vitest';
import { fetchInTurns } from '../../../shared/fetch/render/host-turns.ts';
import type { Fetcher, HttpResponse } from '../../../shared/ports/fetcher.ts';
import type { Url } from '../../../shared/url/url.ts';
import { settled } from '../../fake-clock.ts';
import { reply } from '../single-host.ts';

/** A client whose requests end when the test ends them. */
function openClient() {
  const open = new Map<string, (response: HttpResponse) => void>();
  const fetcher: Fetcher = { fetch: (url) => new Promise((resolve) => open.set(url, resolve)) };
  const client = fetchInTurns(fetcher);
  const get = (url: string, signal?: AbortSignal) =>
    client.fetch(url as Url, { maxBytes: 100, timeoutMs: 1_000, ...(signal && { signal }) });
  return { get, open };
}

test('sends one request at a time to a host', async () => {
  const { get, open } = openClient();
  const first = get('https://a.test/1');
  void get('https://a.test/2');
  void get('https://b.test/1');
  await settled();
  expect([...open.keys()]).toEqual(['https://a.test/1', 'https://b.test/1']);
  open.get('https://a.test/1')!(reply(200, 'x'));
  expect(await first).toMatchObject({ status: 200 });
  await settled();
  expect([...open.keys()]).toContain('https://a.test/2');
});

test('a request that is aborted while it waits ends at once, and is not sent', async () => {
  const { get, open } = openClient();
  const ended = new AbortController();
  void get('https://a.test/1');
  const second = get('https://a.test/2', ended.signal);
  void get('https://a.test/3');
  ended.abort();
  expect(await second).toMatchObject({ kind: 'failure', reason: 'timeout' });
  open.get('https://a.test/1')!(reply(200, 'x'));
  await settled();
  expect([...open.keys()]).toEqual(['https://a.test/1', 'https://a.test/3']);
});
