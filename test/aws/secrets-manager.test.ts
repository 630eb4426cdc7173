/** Reads secrets from a server that verifies requests like the service. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { secretsManager } from '../../shared/aws/secrets-manager.ts';

const REGION = 'eu-north-1';
const [ID, SECRET, TOKEN] = ['AKIDEXAMPLE', 'signing secret', 'session token'];

type Said = { status?: number; body: string };
let server: Server;
let received: { headers: IncomingHttpHeaders; method: string | undefined; url: string | undefined; body: string }[];
let say: (name: string) => Said;
let read: (name: string) => Promise<string>;

beforeEach(async () => {
  received = [];
  // The Lambda runtime passes the credentials of the role in the environment.
  for (const [name, value] of [
    ['AWS_ACCESS_KEY_ID', ID],
    ['AWS_SECRET_ACCESS_KEY', SECRET],
    ['AWS_SESSION_TOKEN', TOKEN],
  ])
    vi.stubEnv(name!, value);
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    received.push({ headers: request.headers, method: request.method, url: request.url, body });
    const { status = 200, body: text } = say((JSON.parse(body) as { SecretId: string }).SecretId);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  read = secretsManager({ region: REGION, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => server.close(resolve));
});

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function signatureOf({ headers, body }: (typeof received)[number]): string {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const { authorization = '', 'x-amz-date': date } = headers;
  const names = /SignedHeaders=([^,]+)/.exec(authorization)![1]!.split(';');
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = `POST\n/\n\n${lines}\n${names.join(';')}\n${sha256(body)}`;
  const day = `${date}`.slice(0, 8);
  const scope = `${day}/${REGION}/secretsmanager/aws4_request`;
  const key = [day, REGION, 'secretsmanager', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
  return hmac(key, `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`).toString('hex');
}

test('reads a secret with one request, signed with the credentials of the role', async () => {
  say = () => ({ body: JSON.stringify({ SecretString: 'name:password' }) });
  expect(await read('site/login')).toBe('name:password');
  expect(received).toHaveLength(1);
  const [{ headers, method, url, body }] = received as [(typeof received)[number]];
  expect([method, url, JSON.parse(body)]).toEqual(['POST', '/', { SecretId: 'site/login' }]);
  expect(headers).toMatchObject({
    'x-amz-target': 'secretsmanager.GetSecretValue',
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-security-token': TOKEN,
  });
  const day = `${headers['x-amz-date']}`.slice(0, 8);
  expect(headers.authorization).toContain(`Credential=${ID}/${day}/${REGION}/secretsmanager/aws4_request`);
  expect(headers.authorization).toContain(`Signature=${signatureOf(received[0]!)}`);
});

test.each([
  ['eu-north-1', 'amazonaws.com'],
  ['us-gov-west-1', 'amazonaws.com'],
  ['cn-north-1', 'amazonaws.com.cn'],
  ['eusc-de-east-1', 'amazonaws.eu'],
])('asks the service of the Region %s at %s', async (region, domain) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(url.href);
    return new Response('{"SecretString":"password"}');
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await secretsManager({ region })('login')).toBe('password');
  expect(asked).toEqual([`https://secretsmanager.${region}.${domain}/`]);
});

test.each<[what: string, response: Said, error: string]>([
  [
    'does not exist',
    { status: 400, body: '{"__type":"ResourceNotFoundException","message":"cannot find it"}' },
    'secret login: cannot find it',
  ],
  [
    'must not be read',
    { status: 400, body: '{"__type":"AccessDeniedException","Message":"not authorized"}' },
    'secret login: not authorized',
  ],
  ['is binary', { body: '{"SecretBinary":"AAAA"}' }, 'secret login: it is binary, not text'],
  ['is requested from another server', { status: 502, body: '<html>' }, 'secret login: status 502'],
])('names the secret in the error if it %s', async (_, response, error) => {
  say = () => response;
  await expect(read('login')).rejects.toThrow(new Error(error));
});
