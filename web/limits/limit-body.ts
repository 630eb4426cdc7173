import type { Context, MiddlewareHandler } from 'hono';
import { bodyTooLarge, type Problem } from '../api/problem.ts';
import { respondWithProblem } from '../respond.ts';

/**
 * Refuses requests with a larger body. A body whose length the client does not say is read here, up to the limit. (The middleware of Hono
 * cannot do so with the requests of its own server for Node.)
 *
 * @param maxBytes a multiple of 1,024
 * @param respond answers a problem. Default: as the client prefers
 */
export const limitBody =
  (
    maxBytes: number,
    respond: (c: Context, problem: Problem) => Promise<Response> = respondWithProblem,
  ): MiddlewareHandler =>
  async (c, next) => {
    const { raw } = c.req;
    if (!raw.body) return next();
    const refuse = () => respond(c, bodyTooLarge(maxBytes));
    const length = c.req.header('content-length');
    if (length !== undefined && c.req.header('transfer-encoding') === undefined)
      return Number(length) > maxBytes ? refuse() : next();
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of raw.body) {
      size += part.length;
      if (size > maxBytes) return refuse();
      parts.push(part);
    }
    const { url, method, headers } = raw;
    c.req.raw = new Request(url, { method, headers, ...(size > 0 && { body: Buffer.concat(parts) }) });
    return next();
  };
