import type { AddressInfo, Server } from 'node:net';

/** A server that listens. `close` ends its connections too. */
export type Listening = { port: number; close(): Promise<void> };

/** An HTTP or HTTPS server. */
type WebServer = Server & { closeAllConnections(): void };

/**
 * Listens on 127.0.0.1.
 *
 * @param options.port default or 0: any free port
 * @param options.backlog maximum number of connections that wait to be accepted; default: that of Node
 * @throws Error if the port is in use
 */
export async function listenLocally(
  server: WebServer,
  options: { port?: number | undefined; backlog?: number } = {},
): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', options.backlog, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
