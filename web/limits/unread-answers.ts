import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from './rate-limit.ts';

/** Time between two checks of the answers. Milliseconds. */
const CHECK_EVERY_MS = 100;

/** Answers that are not completely sent, by their connections. A client may send many requests at once (pipelining). */
type OpenAnswers = Map<Socket, Set<ServerResponse>>;

/**
 * Limits the memory of answers that their clients have not read yet. Beyond the limit it closes connections of the client with the most unread
 * bytes, those that have waited longest first: a client that asks for large files and does not read them cannot fill the memory.
 *
 * @param maxBytes maximum length of unread answers together, without what the system holds for each connection. Bytes
 */
export function limitUnread(server: Server, maxBytes: number): void {
  const open: OpenAnswers = new Map();
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    if (open.size > 0) return closeWorst(open, maxBytes);
    clearInterval(timer);
    timer = undefined;
  };
  server.on('connection', (socket: Socket) => socket.once('close', () => open.delete(socket)));
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const answers = open.get(socket) ?? new Set();
    open.set(socket, answers.add(response));
    response.once('close', () => {
      answers.delete(response);
      if (answers.size === 0) open.delete(socket);
    });
    timer ??= setInterval(check, CHECK_EVERY_MS).unref();
  });
}

function closeWorst(open: OpenAnswers, maxBytes: number): void {
  const unread = Array.from(open, ([socket, answers]) => ({
    socket,
    client: clientNetwork(socket.remoteAddress ?? ''),
    bytes: Array.from(answers).reduce((sum, { writableLength }) => sum + writableLength, 0),
  }));
  let total = unread.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= maxBytes) return;
  const ofClient = new Map<string, number>();
  for (const { client, bytes } of unread) ofClient.set(client, (ofClient.get(client) ?? 0) + bytes);
  const [[worst] = []] = [...ofClient].sort(([, a], [, b]) => b - a);
  for (const { socket, client, bytes } of unread) {
    if (total <= maxBytes) return;
    if (client !== worst || bytes === 0) continue;
    total -= bytes;
    socket.destroy();
  }
}
