import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Limits the open connections of a server. When it is full, it closes the connection that has waited longest for a request, or for the rest of
 * one: a client that opens connections and sends nothing cannot keep others out. Connections whose requests are being answered stay; if all
 * are, further ones are refused.
 *
 * @param max maximum number of open connections, one of which stays free
 */
export function limitConnections(server: Server, max: number): void {
  /** The latest request of each open connection, the connection that was used longest ago first. */
  const open = new Map<Socket, IncomingMessage | undefined>();
  const use = (socket: Socket, request?: IncomingMessage) => {
    open.delete(socket);
    if (!socket.destroyed) open.set(socket, request);
  };
  server.maxConnections = max;
  server.on('connection', (socket: Socket) => {
    use(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size < max) return;
    for (const [other, request] of open)
      if (other !== socket && !request?.complete) {
        open.delete(other);
        other.destroy();
        return;
      }
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    use(socket, request);
    response.once('close', () => {
      // A client may send requests without waiting for the answers.
      if (open.get(socket) === request) use(socket);
    });
  });
}
