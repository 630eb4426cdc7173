import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSearchUnavailable, wireIndex } from '../../functions/wiring/wiring-search.ts';

/** A server that keeps the `authorization` header of each request. */
let server: Server;
let signatures: (string | undefined)[];
let isMute = false;
beforeEach(async () => {
  signatures = [];
  isMute = false;
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  server = createServer((request, response) => {
    signatures.push(request.headers.authorization);
    if (isMute) return;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"hits":{"total":{"value":3},"hits":[]}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const indexWith = (env: Record<string, string>, deadline?: { restMs(): number }) =>
  wireIndex(
    {
      AWS_REGION: 'eu-north-1',
      SEARCH_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      SEARCH_PREFIX: 'thresher',
      ...env,
    },
    undefined,
    deadline,
  );

test.each([
  ['the Region of the search engine', 'aoss', { SEARCH_REGION: 'eu-central-1' }, 'eu-central-1'],
  ['the Region of the search engine', 'es', { SEARCH_REGION: 'eu-central-1' }, 'eu-central-1'],
  ['the Region of the function', 'es', {}, 'eu-north-1'],
])('signs for %s (%s)', async (_, signing, env, region) => {
  expect(await indexWith({ SEARCH_SIGNING: signing, ...env }).count('main')).toBe(3);
  expect(signatures[0]).toMatch(
    new RegExp(`^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/\\d{8}/${region}/${signing}/aws4_request,`),
  );
});

test.each(['none', 'es', 'aoss'])('ends a request at the deadline of its caller (signing: %s)', async (signing) => {
  isMute = true;
  const count = indexWith({ SEARCH_SIGNING: signing }, { restMs: () => 50 }).count('main');
  expect(isSearchUnavailable(await count.catch((error: unknown) => error))).toBe(true);
  expect(signatures).toHaveLength(1);
});

test('sends no request after the deadline of its caller', async () => {
  const count = indexWith({ SEARCH_SIGNING: 'none' }, { restMs: () => 0 }).count('main');
  expect(isSearchUnavailable(await count.catch((error: unknown) => error))).toBe(true);
  expect(signatures).toEqual([]);
});
