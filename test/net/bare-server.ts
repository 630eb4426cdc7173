import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach } from 'vitest';

const closers: (() => Promise<unknown> | unknown)[] = [];
/** What is opened for a test is closed after it, the last thing first. */
export const atEnd = (close: () => Promise<unknown> | unknown) => void closers.push(close);
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** @returns the port of 127.0.0.1 where the server now listens. */
export function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
  });
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
}

/** Says what it is told to whatever comes first on a connection. */
export function bareServer(answer: (socket: Socket, asked: Buffer) => void): Promise<number> {
  return listening(createServer((socket) => socket.once('data', (asked: Buffer) => answer(socket, asked))));
}
