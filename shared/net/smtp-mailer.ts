import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import type { Mail, Mailer, MailFailure } from '../ports/mailer.ts';
import { parseSmtpUrl, type SmtpServer } from '../text/smtp-url.ts';

/** Timeout of a connection, a greeting, and of each reply. Milliseconds. */
const REPLY_TIMEOUT_MS = 15_000;
/** Timeout of a whole mail, for servers that answer slowly but in time. Milliseconds. */
const MAIL_TIMEOUT_MS = 60_000;

/** Opens the mail server at a URL. @returns undefined if the URL is not valid */
export function openMailer(url: string): { mailer: Mailer; name: string } | undefined {
  const server = parseSmtpUrl(url);
  return server && { mailer: smtpMailer(server), name: `${server.host}:${server.port}` };
}

/**
 * Sends mails through an SMTP server, over a connection for each. The address guard does not apply: the server comes from the settings,
 * never from a page, and is often on this machine.
 *
 * A connection to this machine stays in clear text. Any other uses STARTTLS if the server offers it, and a login requires it.
 */
export function smtpMailer({ host, port, isSecure, login }: SmtpServer): Mailer {
  const isOwn = isLoopback(host);
  const options: SMTPConnectionOptions = {
    host,
    port,
    secure: isSecure,
    ignoreTLS: isOwn,
    requireTLS: login !== undefined && !isOwn,
    allowInternalNetworkInterfaces: true,
    dnsTimeout: REPLY_TIMEOUT_MS,
    connectionTimeout: REPLY_TIMEOUT_MS,
    greetingTimeout: REPLY_TIMEOUT_MS,
    socketTimeout: REPLY_TIMEOUT_MS,
    socketCloseTimeout: 0,
  };
  return {
    async send(mail, signal) {
      const [{ default: SMTPConnection }, { default: MimeNode }] = await Promise.all([
        import('nodemailer/lib/smtp-connection'),
        import('nodemailer/lib/mime-node'),
      ]);
      const node = new MimeNode('text/plain; charset=utf-8', { textEncoding: 'Q' });
      const bytes = await node.setHeader(headersOf(mail)).setContent(mail.text).build();
      const connection = new SMTPConnection(options);
      const { promise, resolve } = Promise.withResolvers<MailFailure | undefined>();
      const fail = (error: Error) => resolve(failureOf(error));
      const end = AbortSignal.any([signal, AbortSignal.timeout(MAIL_TIMEOUT_MS)]);
      const onAbort = () => resolve({ kind: 'timeout', detail: 'the mail took too long' });
      if (end.aborted) onAbort();
      end.addEventListener('abort', onAbort);
      connection.once('error', fail);
      connection.once('end', () => resolve({ kind: 'connection', detail: 'the server closed the connection' }));
      const submit = () =>
        connection.send({ from: mail.from, to: [mail.to] }, bytes, (error) =>
          error ? fail(error) : resolve(undefined),
        );
      connection.connect((error) => {
        if (error) fail(error);
        else if (!login) submit();
        else
          connection.login({ user: login.user, credentials: { user: login.user, pass: login.password } }, (refused) =>
            refused ? fail(refused) : submit(),
          );
      });
      const failure = await promise;
      end.removeEventListener('abort', onAbort);
      // A connection that is closed may still report an error.
      connection.on('error', () => {});
      if (failure) connection.close();
      else connection.quit();
      return failure;
    },
  };
}

const headersOf = ({ id, from, to, subject, sentAt }: Mail): Record<string, string> => ({
  From: from,
  To: to,
  Subject: subject,
  'Message-ID': id,
  Date: new Date(sentAt).toUTCString().replace('GMT', '+0000'),
  // RFC 3834: no out-of-office replies.
  'Auto-Submitted': 'auto-generated',
});

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);

function failureOf(error: Error & { code?: string; responseCode?: number; response?: string }): MailFailure {
  const { code, responseCode = 0, response } = error;
  const detail = response ?? error.message;
  if (code === 'ETLS') return { kind: 'connection', detail: error.message };
  if (code === 'ETIMEDOUT') return { kind: 'timeout', detail };
  if (responseCode >= 400 && responseCode < 500) return { kind: 'temporary', detail };
  if (code === 'EAUTH' || code === 'ENOAUTH') return { kind: 'login', detail };
  if (responseCode >= 500 || code === 'EENVELOPE' || code === 'EMESSAGE') return { kind: 'refused', detail };
  return { kind: 'connection', detail };
}
