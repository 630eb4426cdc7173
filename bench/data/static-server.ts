import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { listenLocally } from '../../demo/listen.ts';
import { type LoggedRequest, type RequestLog, requestLog } from '../../demo/request-log.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.txt': 'text/plain',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.pdf': 'application/pdf',
  '.gz': 'application/gzip',
  '.zip': 'application/zip',
};

export type StaticServer = { port: number; log: RequestLog; close(): Promise<void> };

/**
 * Serves a folder on loopback like a static web server: `index.html` for a directory, a redirect if its trailing slash is
 * missing, no listings. Symbolic links out of the folder are followed, as documentation packages share files; `..` is not.
 */
export async function startStatic(root: string): Promise<StaticServer> {
  const folder = await realpath(root);
  const log = requestLog();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const logged: LoggedRequest = {
      host: request.headers.host ?? '',
      method: request.method ?? '',
      path,
      startedAt: performance.now(),
      status: 0,
      userAgent: request.headers['user-agent'] ?? '',
      headers: request.headers,
    };
    log.requests.push(logged);
    response.once('close', () => {
      logged.endedAt = performance.now();
      logged.status = response.statusCode;
    });
    answer(folder, path, response).catch(() =>
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n'),
    );
  });
  return { ...(await listenLocally(server)), log };
}

/** Sends a file. @throws Error if there is no such file. */
async function answer(folder: string, url: string, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, 'http://static/');
  const path = join(folder, decodeURIComponent(pathname));
  if (!`${path}${sep}`.startsWith(`${folder}${sep}`)) throw new Error(`${url} leaves the folder`);
  const found = await stat(path);
  if (found.isDirectory() && !pathname.endsWith('/')) {
    response.writeHead(301, { location: `${pathname}/` }).end();
    return;
  }
  const file = found.isDirectory() ? join(path, 'index.html') : path;
  const { size, mtime } = await stat(file);
  response.writeHead(200, {
    'content-type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream',
    'content-length': size,
    'last-modified': mtime.toUTCString(),
  });
  createReadStream(file).pipe(response);
}
