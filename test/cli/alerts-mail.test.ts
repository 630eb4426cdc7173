/** Saved searches of a crawl that report new records by mail. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { startSmtpServer, type TestSmtpServer } from '../net/smtp-server.ts';
import { prose, startSite, type TestSite } from './site.ts';
import { skipPauses } from './skip-pauses.ts';
import { thresher } from './test-terminal.ts';

let site: TestSite;
let dir: string;
let smtp: TestSmtpServer;
/** Reply to a mail. Undefined: accepted. */
let refusal: number | undefined;
beforeEach(async () => {
  site = await startSite({ '/': prose('moss') });
  dir = temporaryFolder();
  refusal = undefined;
  smtp = await startSmtpServer({}, () => refusal);
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${smtp.port}`);
});
afterEach(() => {
  site.close();
  smtp.close();
  vi.unstubAllEnvs();
});

const MAIL = 'mail: {smtp: env:SMTP_URL, from: alerts@bog.example}';

function crawlFile(alert = 'mail: reader@bog.example', mail = MAIL) {
  const file = join(dir, 'crawl.yaml');
  writeFileSync(
    file,
    `crawl: bog\nseeds: ['${site.origin}/']\npoliteness: {hostPauseMs: 0}\nnetwork: {allowPrivate: [127.0.0.0/8]}\nalerts: [{name: moss, query: moss, ${alert}}]\n${mail}\n`,
  );
  return file;
}

const crawl = (...given: Parameters<typeof crawlFile>) => thresher(['crawl', crawlFile(...given), '--dir', dir]);
const alerts = (...options: string[]) => thresher(['alerts', '--dir', dir, ...options], [], { env: process.env });
const messageIds = () => smtp.mails.map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);

test('a crawl mails matching pages once', async () => {
  const run = await crawl();
  expect(run).toMatchObject({ code: 0 });
  expect(run.messages).toEqual([
    'alert moss (mail): new; it reports records from now on',
    'alert moss (mail): 1 record sent in 1 message',
  ]);
  expect(smtp.mails).toMatchObject([{ from: 'alerts@bog.example', to: ['reader@bog.example'] }]);
  expect(smtp.mails[0]!.source).toContain(`${site.origin}/`);
  expect((await crawl()).messages).toEqual([]);
  expect(await alerts()).toMatchObject({ code: 0, printed: ['moss (mail): no new records'] });
});

test('what the mail server does not accept is sent again with the same Message-ID', async () => {
  const pauses = skipPauses(1_000);
  refusal = 451;
  const run = await crawl();
  expect(run.code).toBe(1);
  expect(run.messages.slice(1)).toEqual([
    `alert moss (mail): 1 record not delivered: 127.0.0.1:${smtp.port}: temporary: 451 not now`,
    expect.stringContaining('npx thresher alerts'),
  ]);
  expect(await alerts()).toMatchObject({ code: 3 });
  refusal = 550;
  expect(await alerts()).toMatchObject({ code: 1 });
  refusal = undefined;
  expect((await alerts('--json')).answers()[0]).toMatchObject({ alerts: [{ channel: 'mail', messages: 1 }] });
  // A crawl and an evaluation make three attempts each while the server is unavailable.
  expect(pauses).toEqual([1_000, 5_000, 1_000, 5_000]);
  expect(messageIds()).toEqual(Array(8).fill(expect.stringMatching(/^<msg_[0-9a-f]+@bog\.example>$/)));
  expect(new Set(messageIds()).size).toBe(1);
  expect(await alerts('--from-start')).toMatchObject({ code: 0 });
  expect(new Set(messageIds()).size).toBe(2);
});

test('a webhook that is down does not hold up the mail of the same alert', async () => {
  const receiver = createServer((_, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const run = await crawl(`webhook: '${webhook}', mail: reader@bog.example`);
  expect(run.code).toBe(1);
  expect(run.messages.slice(2, 4)).toEqual([
    expect.stringMatching(/^alert moss: 1 record not delivered: .* status 404$/),
    'alert moss (mail): 1 record sent in 1 message',
  ]);
  expect(await alerts()).toMatchObject({ code: 1, printed: [expect.anything(), 'moss (mail): no new records'] });
  expect(smtp.mails).toHaveLength(1);
  receiver.close();
});

test('stops before the first request if the mail server is missing or not valid', async () => {
  vi.stubEnv('SMTP_URL', undefined);
  expect(await crawl()).toMatchObject({
    code: 2,
    messages: ['env:SMTP_URL: the environment variable SMTP_URL is not set'],
  });
  vi.stubEnv('SMTP_URL', 'smtp://reader:hidden@fen@bog.example/path');
  const { code, messages } = await crawl();
  expect([code, messages.join('\n')]).toEqual([2, expect.stringMatching(/^mail\.smtp: env:SMTP_URL: must hold smtp:/)]);
  expect(messages.join('\n')).not.toContain('hidden');
  expect(site.requests()).toEqual([]);
});

test('warns of environment variables in a crawl.yaml for a stack', async () => {
  const { code, stderr } = await thresher([
    'validate',
    crawlFile('mail: reader@bog.example', `${MAIL}\naws: {search: domain}`),
  ]);
  expect([code, stderr.join('\n')]).toEqual([0, expect.stringContaining('env:SMTP_URL: a stack has no environment')]);
});

test.each([
  ['mail: reader@bog.example', '', /:5: alerts\.0\.mail: needs a mail server and a sender/],
  ['secret: env:KEY, mail: reader@bog.example', MAIL, /:5: alerts\.0\.secret: signs messages to a webhook/],
  ['', MAIL, /:5: alerts\.0: needs a webhook or a mail address/],
  ["mail: 'Reader <reader@bog.example>'", MAIL, /:5: alerts\.0\.mail: must be a mail address/],
  ['mail: "reader@bog.example\\r\\nBcc: x@y"', MAIL, /:5: alerts\.0\.mail: must be a mail address/],
  ['mail: "a@b,c@d"', MAIL, /:5: alerts\.0\.mail: must be a mail address/],
  [
    'mail: reader@bog.example',
    'mail: {smtp: "smtp://reader:hidden@bog.example", from: alerts@bog.example}',
    /:6: mail\.smtp: must be smtp:.* env:NAME, or secret:NAME$/,
  ],
  ['mail: reader@bog.example', 'mail: {smtp: "smtp://bog.example:99999", from: a@bog.example}', /:6: mail\.smtp:/],
  ['mail: reader@bog.example', 'mail: {smtp: "smtp://bog.example"}', /:6: mail\.from:/],
])('names what is wrong: %s, %s', async (alert, mail, message) => {
  const run = await thresher(['validate', crawlFile(alert, mail)]);
  expect(run).toMatchObject({ code: 2, stderr: [expect.stringMatching(message)] });
  expect(run.stderr.join('\n')).not.toContain('hidden');
});
