import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const closers: (() => Promise<unknown> | unknown)[] = [];
/** Closes what a test opened, in reverse order. */
export function atEnd(close: () => Promise<unknown> | unknown): void {
  // Not `afterEach`: files of one worker share this module, and a hook at its top level belongs to the first of them only.
  if (closers.length === 0) onTestFinished(closeAll);
  closers.push(close);
}

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/** Starts a server on 127.0.0.1 and returns its port. */
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

/** Answers the first bytes of each connection with the given function. */
export function bareServer(answer: (socket: Socket, firstBytes: Buffer) => void): Promise<number> {
  return listening(createServer((socket) => socket.once('data', (firstBytes: Buffer) => answer(socket, firstBytes))));
}
