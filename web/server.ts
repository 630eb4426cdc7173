import type { Server } from 'node:http';
import { serve as listen } from '@hono/node-server';
import type { Hono } from 'hono';

/**
 * Serves an app over HTTP on this machine.
 *
 * @param at.port 0: any that is free. @returns the address to open, and an end that waits for no idle connection.
 * @throws when it cannot listen there (the port is taken, or not allowed).
 */
export function serve(app: Hono, at: { host: string; port: number }): Promise<{ url: string; close(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const options = { fetch: app.fetch, hostname: at.host, port: at.port, overrideGlobalObjects: false };
    const server = listen(options, ({ port }) =>
      resolve({ url: `http://${reachable(at.host)}:${port}/`, close: () => close(server) }),
    ) as Server;
    server.once('error', reject);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

/** Every address of the machine is none that can be opened. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
