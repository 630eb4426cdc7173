import type { Server } from 'node:http';
import { serve as listen } from '@hono/node-server';
import type { Hono } from 'hono';

/**
 * Serves an app over HTTP on this machine.
 *
 * @param at.port the port, or 0 for any free one
 * @returns the URL to open, and a function that stops the server without waiting for idle connections
 * @throws if it cannot listen there: the port is taken or not allowed
 */
export function serve(app: Hono, at: { host: string; port: number }): Promise<{ url: string; close(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const options = { fetch: app.fetch, hostname: at.host, port: at.port, overrideGlobalObjects: false };
    const server = listen(options, ({ port }) =>
      resolve({ url: `http://${hostForUrl(at.host)}:${port}/`, close: () => close(server) }),
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

/** Returns the host part of a URL for a listening address. A wildcard address cannot be opened, so it becomes localhost. */
function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
