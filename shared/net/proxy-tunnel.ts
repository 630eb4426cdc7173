import { connect, type Socket } from 'node:net';
import { NetError } from './net-error.ts';

export type ProxyServer = {
  /** The operator's own word: not judged, as proxies stand inside. */
  host: string;
  port: number;
  /** `name:password`. */
  credentials: (() => Promise<string>) | undefined;
  /** Names are looked up by the proxy and not here. */
  resolvesNames: boolean;
};

/** More than any proxy says before it lets one through. Bytes. */
const LONGEST_ANSWER = 16 * 1024;

/**
 * A connection through a proxy (RFC 9110, 9.3.6: CONNECT), for http as for https.
 *
 * @throws NetError with `connect`, whatever the proxy has against it.
 */
export async function openTunnel(proxy: ProxyServer, host: string, port: number, connectMs: number): Promise<Socket> {
  const asked = question(host, port, await proxy.credentials?.());
  return new Promise((resolve, reject) => {
    const socket = connect({ host: proxy.host, port: proxy.port, autoSelectFamily: true });
    let said = Buffer.alloc(0);
    const settle = () => {
      clearTimeout(timer);
      socket.removeAllListeners();
    };
    const fail = (why: string) => {
      settle();
      socket.on('error', () => {}).destroy();
      reject(new NetError('connect', `the proxy: ${why}`));
    };
    const timer = setTimeout(() => fail(`no answer in ${connectMs} ms`), connectMs);
    socket.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    socket.on('close', () => fail('closed the connection'));
    socket.on('connect', () => socket.write(asked));
    socket.on('data', (piece: Buffer) => {
      said = Buffer.concat([said, piece]);
      const end = said.indexOf('\r\n\r\n');
      if (end === -1) return said.length > LONGEST_ANSWER ? fail('an endless answer') : undefined;
      const line = said.toString('latin1', 0, said.indexOf('\r\n'));
      if (!/^HTTP\/1\.[01] 2\d\d/.test(line)) return fail(line.slice(0, 100));
      settle();
      socket.pause();
      if (said.length > end + 4) socket.unshift(said.subarray(end + 4));
      resolve(socket.setNoDelay(true));
    });
  });
}

function question(host: string, port: number, credentials: string | undefined): string {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const right =
    credentials === undefined
      ? ''
      : `Proxy-Authorization: Basic ${Buffer.from(credentials.trim()).toString('base64')}\r\n`;
  return `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${right}\r\n`;
}
