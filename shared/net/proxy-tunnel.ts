import { connect, type Socket } from 'node:net';
import { NetError } from './net-error.ts';

export type ProxyServer = {
  /** Host name or address as configured. The guard does not check it: proxies are often in a private network. */
  host: string;
  port: number;
  /** Reads `name:password`; undefined if the proxy needs no credentials. */
  credentials: (() => Promise<string>) | undefined;
  /** The proxy resolves host names, not the crawler. */
  resolvesNames: boolean;
};

/** Maximum length of the head of the proxy's response. Bytes. */
const MAX_HEAD_BYTES = 16 * 1024;

/**
 * Opens a tunnel through a proxy (CONNECT; RFC 9110, 9.3.6), for HTTP and HTTPS alike.
 *
 * @throws NetError with reason `connect` for any failure
 */
export async function openTunnel(proxy: ProxyServer, host: string, port: number, connectMs: number): Promise<Socket> {
  const request = connectRequest(host, port, await proxy.credentials?.());
  return new Promise((resolve, reject) => {
    const socket = connect({ host: proxy.host, port: proxy.port, autoSelectFamily: true });
    let received = Buffer.alloc(0);
    const settle = () => {
      clearTimeout(timer);
      socket.removeAllListeners();
    };
    const fail = (why: string) => {
      settle();
      socket.on('error', () => {}).destroy();
      reject(new NetError('connect', `proxy: ${why}`));
    };
    const timer = setTimeout(() => fail(`no response in ${connectMs} ms`), connectMs);
    socket.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    socket.on('close', () => fail('connection closed'));
    socket.on('connect', () => socket.write(request));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return received.length > MAX_HEAD_BYTES ? fail('response head too long') : undefined;
      const statusLine = received.toString('latin1', 0, received.indexOf('\r\n'));
      if (!/^HTTP\/1\.[01] 2\d\d/.test(statusLine)) return fail(statusLine.slice(0, 100));
      settle();
      socket.pause();
      if (received.length > end + 4) socket.unshift(received.subarray(end + 4));
      resolve(socket.setNoDelay(true));
    });
  });
}

function connectRequest(host: string, port: number, credentials: string | undefined): string {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const authorization =
    credentials === undefined
      ? ''
      : `Proxy-Authorization: Basic ${Buffer.from(credentials.trim()).toString('base64')}\r\n`;
  return `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`;
}
