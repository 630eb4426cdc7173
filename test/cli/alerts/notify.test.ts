/** Notices about the state of a crawl, by webhook and by mail. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { NoticeMessage } from '../../../shared/alerts/notice.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { startSmtpServer, type TestSmtpServer } from '../../net/smtp-server.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

const SECRET = `whsec_${Buffer.from('a key of thirty bytes of letters').toString('base64')}`;

let site: TestSite;
let dir: string;
let smtp: TestSmtpServer;
let received: { headers: IncomingHttpHeaders; body: string }[];
/** Status of the webhook. */
let status: number;
let webhook: string;
let close: () => void;
beforeEach(async () => {
  site = await startSite({ '/': `${prose('moss')}<a href="/fern">fern</a>`, '/fern': prose('fern') });
  dir = temporaryFolder();
  smtp = await startSmtpServer();
  received = [];
  status = 204;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=hidden`;
  close = () => server.close();
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${smtp.port}`);
  vi.stubEnv('HOOK_SECRET', SECRET);
});
afterEach(() => {
  site.close();
  smtp.close();
  close();
  vi.unstubAllEnvs();
});

const BOTH = () => `{webhook: '${webhook}', secret: env:HOOK_SECRET, mail: op@bog.example}`;

function crawl(notify: string, more = '', seed = `${site.origin}/`) {
  const file = join(dir, 'crawl.yaml');
  writeFileSync(
    file,
    `crawl: bog\nseeds: ['${seed}']\npoliteness: {hostPauseMs: 0}\nnetwork: {allowPrivate: [127.0.0.0/8]}\nnotify: ${notify}\nmail: {smtp: env:SMTP_URL, from: alerts@bog.example}\n${more}`,
  );
  return thresher(['crawl', file, '--dir', join(dir, 'data')]);
}

const messages = () => received.map(({ body }) => JSON.parse(body) as NoticeMessage);

test('reports the end of a crawl in a signed message and a mail', async () => {
  const { code, messages: lines } = await crawl(BOTH());
  expect(code).toBe(0);
  expect(lines.toSorted()).toEqual(['notify done (mail): sent', 'notify done (webhook): sent']);
  expect(messages()).toMatchObject([
    {
      id: expect.stringMatching(/^msg_/),
      event: 'done',
      crawl: 'bog',
      text: 'Crawl bog: done.',
      folder: join(dir, 'data'),
      status: { state: 'done', pages: 2 },
    },
  ]);
  expect(received[0]!.headers['webhook-signature']).toMatch(/^v1,/);
  expect(smtp.mails).toMatchObject([{ to: ['op@bog.example'] }]);
  expect(smtp.mails[0]!.source).toContain('Subject: bog: crawl done');
  expect(smtp.mails[0]!.source).toContain('fetched 2');
});

test('reports a limit, and only the chosen events', async () => {
  const notify = `{webhook: '${webhook}', on: [limit, incomplete]}`;
  expect(await crawl(notify, 'limits: {pages: 1}')).toMatchObject({ code: 4 });
  expect(messages()).toMatchObject([{ event: 'limit', text: expect.stringContaining('limits.pages') }]);
  expect(await crawl(notify)).toMatchObject({ code: 0 });
  expect(received).toHaveLength(1);
});

test('reports an end at which no host has answered', async () => {
  const busy = createServer((_, response) => response.writeHead(429, { 'retry-after': '86400' }).end());
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.2', resolve));
  onTestFinished(() => void busy.close());
  const seed = `http://127.0.0.2:${(busy.address() as AddressInfo).port}/`;
  expect(await crawl(`{webhook: '${webhook}'}`, '', seed)).toMatchObject({ code: 1 });
  expect(messages()).toMatchObject([{ event: 'incomplete', text: expect.stringContaining('no host answered') }]);
});

test('reports the error that ended a crawl', async () => {
  mkdirSync(join(dir, 'data'));
  writeFileSync(join(dir, 'data', 'frontier.sqlite'), 'no database '.repeat(100));
  const { code } = await crawl(`{webhook: '${webhook}'}`);
  expect(code).toBe(3);
  expect(messages()).toMatchObject([
    { event: 'failed', text: 'Crawl bog: failed.', details: [expect.stringMatching(/frontier\.sqlite is damaged/)] },
  ]);
  expect(messages()[0]).not.toHaveProperty('status');
});

test('says what was not delivered, without the path of the webhook, and ends with exit code 1', async () => {
  status = 403;
  const { code, messages: lines } = await crawl(`{webhook: '${webhook}'}`);
  expect(code).toBe(1);
  expect(lines).toEqual([`notify done (webhook): ${undelivered()}`]);
});

const undelivered = () =>
  `not delivered: ${new URL(webhook).host}: status 403; it is sent again later, also by the next run`;

test('sends what was not delivered again in the next runs, with the same id, until the receiver has it', async () => {
  status = 403;
  expect(await crawl(BOTH())).toMatchObject({ code: 1 });
  expect(await crawl(BOTH())).toMatchObject({
    code: 1,
    messages: expect.arrayContaining([
      expect.stringMatching(/^notify done of \d{4}-\S+Z \(webhook\): not delivered/),
      `notify done (webhook): ${undelivered()}`,
      'notify done (mail): sent',
    ]),
  });
  const [first, again, second] = messages().map(({ id }) => id);
  expect([again, second]).toEqual([first, expect.not.stringMatching(first!)]);
  status = 204;
  received = [];
  expect(await crawl(BOTH())).toMatchObject({ code: 0 });
  expect(messages().map(({ id }) => id)).toEqual([first, second, expect.stringMatching(/^msg_/)]);
  expect(smtp.mails).toHaveLength(3);
  received = [];
  expect(await crawl(BOTH())).toMatchObject({ code: 0 });
  expect(received).toHaveLength(1);
});

test('forgets a notice of an event that `on` no longer has', async () => {
  status = 403;
  await crawl(`{webhook: '${webhook}'}`);
  status = 204;
  received = [];
  expect(await crawl(`{webhook: '${webhook}', on: [failed]}`)).toMatchObject({ code: 0, messages: [] });
  expect(await crawl(`{webhook: '${webhook}'}`)).toMatchObject({ messages: ['notify done (webhook): sent'] });
  expect(received).toHaveLength(1);
});

test('sends nothing if somebody else uses the folder, or has paused the crawl', async () => {
  await crawl('null');
  await thresher(['pause', '--dir', join(dir, 'data')]);
  expect(await crawl(BOTH())).toMatchObject({ code: 2 });
  expect([received, smtp.mails]).toEqual([[], []]);
});

test('stops before the first request if an environment variable is missing', async () => {
  vi.stubEnv('SMTP_URL', undefined);
  expect(await crawl(BOTH())).toMatchObject({
    code: 2,
    messages: ['env:SMTP_URL: the environment variable SMTP_URL is not set'],
  });
  expect(site.requests()).toEqual([]);
});

test.each([
  ['{on: [done]}', /:5: notify: needs a webhook or a mail address/],
  ['{mail: op@bog.example, secret: env:KEY}', /:5: notify\.secret: signs messages to a webhook/],
  ['{webhook: http://127.0.0.1/, on: [ended]}', /:5: notify\.on\.0: /],
])('refuses %s', async (notify, line) => {
  const { code, messages: lines } = await crawl(notify);
  expect([code, lines[0]]).toEqual([2, expect.stringMatching(line)]);
});
