/** Serves all tricks on one TCP port; the host name selects the trick. robots.txt allows everything. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TRICKS } from './hostile-tricks.ts';

export type HostileServer = {
  port: number;
  /** Number of page requests by `name` of a trick. */
  pageRequests: ReadonlyMap<string, number>;
  /** Bytes sent. */
  sent(): number;
  close(): Promise<void>;
};

export const hostOfTrick = (name: string) => `${name}.hostile.test`;

const NO_ROBOTS = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n';

/** @param good answers requests to hosts that are no trick */
export async function startHostile(good?: (host: string, path: string) => string): Promise<HostileServer> {
  const pageRequests = new Map<string, number>();
  const server = createServer({ allowHalfOpen: true });
  const sockets = keep(server);
  server.on('connection', (socket: Socket) => {
    readRequests(socket, (host, path) => {
      const name = host.split('.')[0]!;
      const trick = host.endsWith('.hostile.test') ? TRICKS[name] : undefined;
      if (path === '/robots.txt' || !trick)
        return void socket.write(good && path !== '/robots.txt' ? good(host, path) : NO_ROBOTS);
      const turn = (pageRequests.get(name) ?? 0) + 1;
      pageRequests.set(name, turn);
      trick.play(socket, path, turn);
    });
  });
  const port = await listen(server);
  let gone = 0;
  return {
    port,
    pageRequests,
    sent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, gone),
    close: () => stop(server, sockets),
  };

  function keep(of: Server): Set<Socket> {
    const open = new Set<Socket>();
    of.on('connection', (socket: Socket) => {
      open.add(socket.on('error', () => {}));
      socket.on('close', () => {
        gone += socket.bytesWritten;
        open.delete(socket);
      });
    });
    return open;
  }
}

/** @param onRequest called for each request head on the connection; requests have no body */
export function readRequests(socket: Duplex, onRequest: (host: string, path: string) => void): void {
  let text = '';
  socket.on('error', () => {});
  socket.on('end', () => socket.end());
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('latin1');
    for (let end = text.indexOf('\r\n\r\n'); end !== -1; end = text.indexOf('\r\n\r\n')) {
      const head = text.slice(0, end);
      text = text.slice(end + 4);
      const path = head.split(' ', 2)[1] ?? '/';
      const host = /^host: ([^:\r\n]+)/im.exec(head)?.[1] ?? '';
      onRequest(host, path);
    }
  });
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
}

export function stop(server: Server, sockets: Iterable<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  return new Promise((resolve) => void server.close(() => resolve()));
}
