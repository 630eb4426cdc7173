import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { onTestFinished, vi } from 'vitest';

/** A request as the server received it. */
export type ReceivedRequest = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: string;
  /** Service that the request is signed for; undefined: unsigned, or the signature is wrong. */
  service: string | undefined;
};

export type FakeResponse = { status?: number; body: unknown; headers?: Record<string, string> };

const CREDENTIALS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret-of-the-test' };
export const REGION = 'eu-north-1';

/**
 * A local server in place of AWS and of the gateway of a stack. Like AWS, it computes each signature again from the
 * request. It ends with the test.
 */
export async function fakeAws(
  answer: (request: ReceivedRequest) => FakeResponse | Promise<FakeResponse>,
): Promise<{ url: string; received: ReceivedRequest[] }> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const one = await read(request);
    received.push(one);
    const { status = 200, body, headers } = await answer(one);
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** Sets credentials in the environment, and hides those of the machine. */
export function withCredentials(secretAccessKey = CREDENTIALS.secretAccessKey): void {
  vi.stubEnv('AWS_ACCESS_KEY_ID', CREDENTIALS.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey);
  vi.stubEnv('AWS_SESSION_TOKEN', undefined);
  vi.stubEnv('AWS_PROFILE', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
}

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const url = new URL(request.url ?? '', `http://${request.headers.host}`);
  const unsigned = {
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, `${value}`])),
    body: Buffer.concat(chunks).toString(),
  };
  return { ...unsigned, service: await signedFor(unsigned) };
}

async function signedFor({
  method,
  path,
  query,
  headers,
  body,
}: Omit<ReceivedRequest, 'service'>): Promise<string | undefined> {
  const given = headers['authorization'] ?? '';
  const [, region = '', service = '', names = ''] =
    /Credential=\w+\/\d+\/([\w-]+)\/([\w-]+)\/aws4_request, SignedHeaders=([\w;-]+)/.exec(given) ?? [];
  if (service === '') return undefined;
  const signer = new SignatureV4({ service, region, credentials: CREDENTIALS, sha256: Sha256 });
  const signedHeaders = names.split(';').filter((name) => !['x-amz-date', 'x-amz-content-sha256'].includes(name));
  const [, y, m, d, h, min, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(headers['x-amz-date'] ?? '') ?? [];
  const signed = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname: '127.0.0.1',
      path,
      query,
      headers: Object.fromEntries(signedHeaders.map((name) => [name, headers[name] ?? ''])),
      body,
    },
    { signingDate: new Date(`${y}-${m}-${d}T${h}:${min}:${s}Z`) },
  );
  return signed.headers['authorization'] === given ? service : undefined;
}
