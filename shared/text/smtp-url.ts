/** Ports of mail submission. RFC 6409, RFC 8314. */
const PORTS = { 'smtp:': 587, 'smtps:': 465 };
/** Host names and IPv4 addresses, or an IPv6 address in brackets, which the parser of URLs has checked. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[.*\])$/i;

/** A mail server. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the start. Otherwise STARTTLS follows. */
  isSecure: boolean;
  login?: { user: string; password: string };
};

/**
 * Reads the URL of a mail server: `smtp://host:port` or `smtps://name:password@host`.
 *
 * @returns undefined if it is not valid
 */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text.trim());
  if (!url || !(url.protocol === 'smtp:' || url.protocol === 'smtps:')) return undefined;
  if (!HOST.test(url.hostname) || url.port === '0' || !/^\/?$/.test(url.pathname) || url.search || url.hash)
    return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const server = { host, port: Number(url.port) || PORTS[url.protocol], isSecure: url.protocol === 'smtps:' };
  if (url.username === '' && url.password === '') return server;
  try {
    return {
      ...server,
      login: { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    };
  } catch {
    return undefined;
  }
}
