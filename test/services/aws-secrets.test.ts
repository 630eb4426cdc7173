/** Credentials of a crawl in Secrets Manager, read from an emulator and sent to a site. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { wireSecrets } from '../../functions/wiring/wiring-secrets.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import { secretsFor } from '../../shared/net/secrets.ts';
import { fetcherOptionsOf } from '../../shared/settings/fetch-options.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { engine, uniqueTestName } from './engines/engine.ts';
import { KEYS, REGION } from './engines/recipes.ts';

afterEach(() => vi.unstubAllEnvs());

async function makeSecret(endpoint: string, text: string): Promise<string> {
  const Name = uniqueTestName('login');
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'secretsmanager.CreateSecret',
    authorization: `AWS4-HMAC-SHA256 Credential=${KEYS.accessKeyId}/20260101/${REGION}/secretsmanager/aws4_request`,
  };
  const body = JSON.stringify({ Name, SecretString: text });
  const answer = await fetch(endpoint, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  return Name;
}

/** Starts a server that is both a site and a proxy, and records the credentials that it receives. */
async function site() {
  const received: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    received.push(headers.authorization ?? headers['proxy-authorization']);
    response.end('page');
  });
  server.on('connect', ({ headers }, socket) => {
    received.push(headers['proxy-authorization']);
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { received, host: `127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) };
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

test('reads credentials from Secrets Manager and sends them only to their host or proxy', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', KEYS.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', KEYS.secretAccessKey);
  const endpoint = await engine('ministack');
  const read = wireSecrets({ AWS_REGION: REGION, AWS_ENDPOINT_URL: endpoint });
  const [login, proxy] = [await makeSecret(endpoint, 'me:password\n'), await makeSecret(endpoint, 'through:here')];
  const [own, other] = [await site(), await site()];
  const get = async (fetch: object, host: string) => {
    const network = { allowPrivate: ['127.0.0.0/8'] };
    const settings = readSettings({ seeds: [`http://${host}/`], network, fetch });
    const fetcher = httpFetcher({ ...fetcherOptionsOf(settings), ...secretsFor(settings.fetch, read) });
    const answer = await fetcher.fetch(`http://${host}/` as never, { maxBytes: 1_000, timeoutMs: 10_000 });
    await fetcher.close();
    return answer;
  };
  const credentials = { [`http://${own.host}`]: { basic: `secret:${login}` } };
  expect(await get({ credentials }, own.host)).toMatchObject({ kind: 'response', status: 200 });
  await get({ credentials }, other.host);
  expect([own.received, other.received]).toEqual([[basic('me:password')], [undefined]]);

  await get({ proxy: { url: `http://${own.host}`, credentials: `secret:${proxy}` } }, other.host);
  expect(own.received.slice(1)).toEqual([basic('through:here')]);

  const missing = get({ credentials: { [`http://${other.host}`]: { bearer: 'secret:none-such' } } }, other.host);
  await expect(missing).rejects.toThrow(/^secret none-such: /);
  expect(other.received).toHaveLength(1);
  await Promise.all([own.close(), other.close()]);
});
