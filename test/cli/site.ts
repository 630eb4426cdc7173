import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server on 127.0.0.0/8 for tests of whole commands, with the paths that it was asked for. */
export type TestSite = {
  origin: string;
  host: string;
  port: number;
  /** Returns the requested paths since the last call, sorted, without robots.txt. */
  requests(): string[];
  /** User agents of all requests, in order. */
  agents: string[];
  close(): void;
};

/** @param pages path → HTML, read at each request. Other paths are 404. @param port absent: any free one. */
export async function startSite(pages: Record<string, string>, address = '127.0.0.1', port = 0): Promise<TestSite> {
  const paths: string[] = [];
  const agents: string[] = [];
  const server: Server = createServer(({ url: path = '/', headers }, response) => {
    agents.push(headers['user-agent'] ?? '');
    if (path !== '/robots.txt') paths.push(path);
    const body = pages[path];
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><body>${body}</body></html>`);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    origin: `http://${address}:${own}`,
    host: `${address}:${own}`,
    port: own,
    agents,
    requests: () => paths.splice(0).sort(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns a paragraph of distinct words around `topic`, long enough to be the main text of a page. */
export const prose = (topic: string, words = 60): string =>
  `<h1>${topic}</h1><p>${Array.from({ length: words }, (_, i) => `${topic}${i}`).join(' ')}</p>`;
