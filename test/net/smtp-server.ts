import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { certificate } from '../../demo/certificates.ts';

/** A mail as a server has received it. */
export type ReceivedMail = { from: string; to: string[]; source: string; isEncrypted: boolean };

export type TestSmtpServer = {
  port: number;
  mails: ReceivedMail[];
  close(): void;
};

/**
 * Starts an SMTP server on this machine. It keeps all mails, without logins unless `options` has them.
 *
 * @param replyTo returns the status code of the reply to a mail, which is kept all the same; undefined: accepted
 */
export async function startSmtpServer(
  options: SMTPServerOptions = {},
  replyTo: () => number | undefined = () => undefined,
): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    ...certificate({ names: ['bog.test'] }),
    authOptional: true,
    closeTimeout: 100,
    onData(stream, { envelope, secure }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
          isEncrypted: secure,
        });
        const responseCode = replyTo();
        done(responseCode === undefined ? null : Object.assign(new Error('not now'), { responseCode }));
      });
    },
    ...options,
  });
  // Clients that refuse the certificate or close the connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, mails, close: () => server.close(() => {}) };
}
