import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { smtpMailer } from '../../shared/net/smtp-mailer.ts';
import type { SmtpServer } from '../../shared/text/smtp-url.ts';
import { startSmtpServer } from './smtp-server.ts';

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const MAIL = {
  id: '<msg_1@bog.example>',
  from: 'alerts@bog.example',
  to: 'reader@bog.example',
  subject: 'moss: 1 new record of bog',
  text: 'Grüße\n.\n. hidden dot\nFrom bog\n',
  sentAt: Date.UTC(2026, 0, 2, 3, 4, 5),
};
/** An address of this machine that does not count as one. */
const OTHER = '::ffff:127.0.0.1';

const send = (server: Partial<SmtpServer> & { port: number }, mail = MAIL, signal = new AbortController().signal) =>
  smtpMailer({ host: '127.0.0.1', isSecure: false, ...server }).send(mail, signal);

async function start(...given: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...given);
  closers.push(server.close);
  return server;
}

/** A server that is not an SMTP server. */
async function startBare(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () => server.close(),
    () => sockets.map((socket) => socket.destroy()),
  );
  return (server.address() as AddressInfo).port;
}

test('hands a mail to a server', async () => {
  const { port, mails } = await start();
  expect(await send({ port })).toBeUndefined();
  const { source, ...rest } = mails[0]!;
  expect(rest).toEqual({ from: 'alerts@bog.example', to: ['reader@bog.example'], isEncrypted: false });
  const [head, body] = source.split('\r\n\r\n');
  expect(head!.split('\r\n').sort()).toEqual([
    'Auto-Submitted: auto-generated',
    'Content-Transfer-Encoding: quoted-printable',
    'Content-Type: text/plain; charset=utf-8',
    'Date: Fri, 02 Jan 2026 03:04:05 +0000',
    'From: alerts@bog.example',
    'MIME-Version: 1.0',
    'Message-ID: <msg_1@bog.example>',
    'Subject: moss: 1 new record of bog',
    'To: reader@bog.example',
  ]);
  expect(body).toBe('Gr=C3=BC=C3=9Fe\r\n.\r\n. hidden dot\r\nFrom bog\r\n');
  expect(mails).toHaveLength(1);
});

test('a line break in a header starts no other header', async () => {
  const { port, mails } = await start();
  await send({ port }, { ...MAIL, subject: 'moss\r\nBcc: all@bog.example\r\n\r\nbody' });
  expect(mails[0]!.source).not.toMatch(/^Bcc:/im);
  expect(mails[0]!.to).toEqual(['reader@bog.example']);
});

describe('a failure', () => {
  test.each([
    ['temporary', 451],
    ['refused', 550],
  ])('is %s with reply %i to the recipient, and names the reply', async (kind, responseCode) => {
    const { port, mails } = await start({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such box'), { responseCode })),
    });
    expect(await send({ port })).toEqual({ kind, detail: `${responseCode} no such box` });
    expect(mails).toEqual([]);
  });

  test.each([
    ['temporary', 452],
    ['refused', 554],
  ])('is %s with reply %i to the text', async (kind, responseCode) => {
    const { port } = await start({
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(Object.assign(new Error('not this text'), { responseCode })));
      },
    });
    expect(await send({ port })).toEqual({ kind, detail: `${responseCode} not this text` });
  });

  test('is one of the connection without a server, or with one that closes it', async () => {
    expect(await send({ port: 1 })).toMatchObject({ kind: 'connection' });
    expect(await send({ port: await startBare((socket) => socket.end()) })).toMatchObject({ kind: 'connection' });
    const noSmtp = await startBare((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await send({ port: noSmtp })).toMatchObject({ kind: 'connection' });
  });

  test('is a timeout if the signal ends it', async () => {
    const interrupt = new AbortController();
    const port = await startBare(() => interrupt.abort());
    expect(await send({ port }, MAIL, interrupt.signal)).toMatchObject({ kind: 'timeout' });
    expect(await send({ port }, MAIL, AbortSignal.abort())).toMatchObject({ kind: 'timeout' });
  });
});

describe('a login', () => {
  const login = { user: 'bog', password: 'p@ss' };
  const startWithLogin = () =>
    start({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === login.user && password === login.password
          ? done(null, { user: username })
          : done(new Error('wrong')),
    });

  test('is sent to this machine in clear text', async () => {
    const { port, mails } = await startWithLogin();
    expect(await send({ port, login })).toBeUndefined();
    expect(mails).toHaveLength(1);
    const failure = await send({ port, login: { ...login, password: 'hidden' } });
    expect(failure).toMatchObject({ kind: 'login', detail: expect.stringContaining('535') });
    expect(JSON.stringify(failure)).not.toContain('hidden');
  });

  test('is not sent to another machine without TLS, or with a certificate that is not valid', async () => {
    const { port } = await start({
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => done(null, { user: 'bog' }),
    });
    expect(await send({ host: OTHER, port, login })).toMatchObject({ kind: 'connection' });
    const { port: offering, mails } = await startWithLogin();
    expect(await send({ host: OTHER, port: offering, login })).toMatchObject({
      kind: 'connection',
      detail: expect.stringContaining('self-signed certificate'),
    });
    expect(mails).toEqual([]);
  });
});
