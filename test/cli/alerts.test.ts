/** Saved searches of a crawl that report new records to a webhook. */
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AlertMessage } from '../../shared/alerts/evaluate-alert.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { prose, startSite, type TestSite } from './site.ts';
import { thresher } from './test-terminal.ts';

const KEY = Buffer.from('a key of thirty bytes of letters');
const SECRET = `whsec_${KEY.toString('base64')}`;

let pages: Record<string, string>;
let site: TestSite;
let dir: string;
let received: { headers: IncomingHttpHeaders; body: string }[];
/** Status of the receiver. With 503 it asks for no further attempt within an hour. */
let status: number;
let webhook: string;
/** Interrupts the crawl when a message arrives, which then gets no answer. */
let interrupt: AbortController | undefined;
let close: () => void;
beforeEach(async () => {
  pages = { '/': `${prose('moss')}<a href="/fern">fern</a>`, '/fern': prose('fern') };
  site = await startSite(pages);
  dir = temporaryFolder();
  received = [];
  status = 204;
  interrupt = undefined;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', (): unknown => {
      received.push({ headers: request.headers, body });
      if (interrupt) return interrupt.abort();
      return response.writeHead(status, status === 503 ? { 'retry-after': '3600' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=hidden`;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  vi.stubEnv('HOOK_SECRET', SECRET);
});
afterEach(() => {
  site.close();
  close();
  vi.unstubAllEnvs();
});

/** @param alerts YAML of `alerts:` @param more further lines */
function crawl(alerts = `[{name: moss, query: moss, webhook: '${webhook}', secret: env:HOOK_SECRET}]`, more = '') {
  const file = join(dir, 'crawl.yaml');
  writeFileSync(
    file,
    `crawl: bog\nseeds: ['${site.origin}/']\npoliteness: {hostPauseMs: 0}\nnetwork: {allowPrivate: [127.0.0.0/8]}\nalerts: ${alerts}\n${more}`,
  );
  return thresher(['crawl', file, '--dir', dir], [], interrupt && { interrupt: interrupt.signal });
}

const alerts = (...options: string[]) =>
  thresher(['alerts', '--dir', dir, ...options], [], { env: { HOOK_SECRET: SECRET } });

const recrawl = async () => {
  await thresher(['recrawl', '--dir', dir]);
  return crawl();
};

const messages = () => received.map(({ body }) => JSON.parse(body) as AlertMessage);
const reported = () => messages().map(({ records }) => records.map(({ url }) => new URL(url).pathname));

test('a crawl reports matching pages once, in a signed message', async () => {
  const first = await crawl();
  expect(first).toMatchObject({ code: 0 });
  expect(first.messages).toEqual([
    'alert moss: new; it reports records from now on',
    'alert moss: 1 record sent in 1 message',
  ]);
  expect(reported()).toEqual([['/']]);
  const { headers, body } = received[0]!;
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', KEY).update(signed).digest('base64')}`);
  expect(messages()[0]).toMatchObject({ id: headers['webhook-id'], alert: 'moss', query: 'moss', crawl: 'bog' });

  // Unchanged pages.
  expect((await recrawl()).messages).toEqual([]);
  // A new page and a new text.
  pages['/fern'] = `${prose('fern')}<p>moss grows here too</p><a href="/more">more</a>`;
  pages['/more'] = prose('moss more');
  await recrawl();
  expect(reported().slice(1).flat().sort()).toEqual(['/fern', '/more']);
  // A rebuilt index gives all records a new time.
  await thresher(['reindex', '--dir', dir]);
  expect(await alerts()).toMatchObject({ code: 0, printed: ['moss: no new records'] });
  expect(received.length).toBeLessThanOrEqual(3);
});

test('what a receiver does not accept is sent again with the same id', async () => {
  status = 503;
  const run = await crawl();
  expect(run.code).toBe(1);
  expect(run.messages.slice(1)).toEqual([
    expect.stringMatching(/^alert moss: 1 record not delivered: 127\.0\.0\.1:\d+: status 503$/),
    expect.stringContaining(`npx thresher alerts --dir ${dir}`),
  ]);
  expect(await alerts('--dry-run')).toMatchObject({ code: 0, printed: ['moss: 1 record would be sent'] });
  expect(await alerts()).toMatchObject({ code: 3 });
  status = 404;
  expect(await alerts()).toMatchObject({ code: 1 });
  status = 200;
  const { code, answers } = await alerts('--json');
  expect(code).toBe(0);
  expect(answers()).toEqual([
    {
      crawl: 'bog',
      alerts: [{ name: 'moss', query: 'moss', channel: 'webhook', isNew: false, messages: 1, records: 1, waiting: 0 }],
    },
  ]);
  expect(await alerts()).toMatchObject({ code: 0, printed: ['moss: no new records'] });
  expect(reported()).toEqual([['/'], ['/'], ['/'], ['/']]);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('a crawl that is interrupted while it sends its last message has exit code 130', async () => {
  interrupt = new AbortController();
  const run = await crawl();
  expect([run.code, run.printed[0]]).toEqual([130, expect.stringContaining('interrupted')]);
  expect(run.messages.slice(1)).toEqual([
    expect.stringMatching(/^alert moss: 1 record not delivered: 127\.0\.0\.1:\d+: interrupted$/),
    expect.stringContaining(`npx thresher alerts --dir ${dir}`),
  ]);
  interrupt = undefined;
  expect(await alerts()).toMatchObject({ code: 0, printed: ['moss: 1 record sent in 1 message'] });
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('a new alert or query of an old crawl reports no old records, unless it is asked to', async () => {
  await crawl('[]');
  expect(await alerts()).toMatchObject({ code: 2, stderr: [expect.stringContaining('crawl bog has no alerts')] });
  expect((await crawl()).messages).toEqual(['alert moss: new; it reports records from now on']);
  await crawl(`[{name: moss, query: moss OR fern, webhook: '${webhook}'}]`);
  expect(received).toEqual([]);
  expect(await alerts('--from-start')).toMatchObject({ code: 0, printed: ['moss: 2 records sent in 1 message'] });
  expect(reported().flat().sort()).toEqual(['/', '/fern']);
});

test('stops before the first request if a secret is missing or not valid', async () => {
  vi.stubEnv('HOOK_SECRET', undefined);
  expect(await crawl()).toMatchObject({
    code: 2,
    messages: ['env:HOOK_SECRET: the environment variable HOOK_SECRET is not set'],
  });
  vi.stubEnv('HOOK_SECRET', 'hidden');
  const { code, messages: lines } = await crawl();
  expect([code, lines.join('\n')]).toEqual([2, expect.stringContaining('must hold whsec_')]);
  expect(lines.join('\n')).not.toContain('hidden');
  expect(site.requests()).toEqual([]);
});

test('reads the URL of a webhook from the environment, and prints only its host', async () => {
  vi.stubEnv('HOOK_URL', webhook);
  status = 404;
  const { messages: lines, printed } = await crawl('[{name: moss, query: moss, webhook: env:HOOK_URL}]');
  expect(received).toHaveLength(1);
  expect([...lines, ...printed].join('\n')).not.toContain('hidden');
  vi.stubEnv('HOOK_URL', 'hidden');
  const refused = await crawl('[{name: moss, query: moss, webhook: env:HOOK_URL}]');
  expect(refused.code).toBe(2);
  expect(refused.messages.join('\n')).not.toContain('hidden');
});

test('names file, line and key of an alert that is not valid', async () => {
  const file = join(dir, 'crawl.yaml');
  const validate = (text: string) => {
    writeFileSync(file, `seeds: [https://bog.example/]\nalerts:\n${text}`);
    return thresher(['validate', file]);
  };
  const alert = (name: string, query: string, webhook = 'https://hook.example/') =>
    `  - name: ${name}\n    query: '${query}'\n    webhook: ${webhook}\n`;
  const inSchema = await validate(
    `${alert('a', 'moss')}${alert('a', 'moss', 'ftp://hook.example/')}    secret: whsec_abc\n`,
  );
  expect(inSchema).toMatchObject({ code: 2, stderr: expect.any(Array) });
  expect(inSchema.stderr).toEqual([
    `${file}:6: alerts.1.name: the name a is used by another alert`,
    expect.stringMatching(/crawl\.yaml:8: alerts\.1\.webhook: must be an http or https URL/),
    `${file}:9: alerts.1.secret: env:NAME: the name of an environment variable, or in a stack secret:NAME`,
  ]);
  const inQuery = await validate(
    `${alert('a', 'type:webpage')}${alert('b', 'after:soon moss')}${alert('c', '"?!"')}${alert('d', 'moss licence:')}`,
  );
  expect(inQuery).toMatchObject({ code: 2 });
  expect(inQuery.stderr).toEqual([
    expect.stringMatching(/crawl\.yaml:4: alerts\.0\.query: type:webpage: must be one of/),
    expect.stringMatching(/crawl\.yaml:7: alerts\.1\.query: after:soon: must be a date/),
    `${file}:10: alerts.2.query: has no letter and no digit, so it finds nothing`,
    `${file}:13: alerts.3.query: licence: has no value; write it behind the colon, without a blank`,
  ]);
  const inWebhook = await validate(
    `${alert('a', 'moss', 'http://169.254.169.254/')}${alert('b', 'moss', 'http://hooks.internal/')}${alert('c', 'moss', 'http://8.8.8.8/')}`,
  );
  expect(inWebhook.stderr).toEqual([
    `${file}:5: alerts.0.webhook: is on a private network; network.allowPrivate permits it`,
    `${file}:8: alerts.1.webhook: is on a private network; network.allowPrivate permits it`,
  ]);
  const permitted = `${alert('a', 'moss', 'http://10.1.2.3/')}${alert('b', 'moss', 'http://hooks.internal/')}`;
  expect(await validate(`${permitted}network: {allowPrivate: [10.0.0.0/8]}\n`)).toMatchObject({ code: 0 });
  expect(await validate(alert('a', 'moss AND "peat bog" -fern site:bog.example'))).toMatchObject({ code: 0 });
});
