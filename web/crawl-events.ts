import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { noSuchCrawl } from './api/problem.ts';
import type { WebPorts } from './ports.ts';
import { respondWithProblem } from './respond.ts';
import { missingCrawl, siteContext } from './site.ts';

/** Time between two readings of the status, and longest time without an event, which keeps proxies from closing the connection. Milliseconds. */
const POLL_MS = 2_000;
const QUIET_MS = 30_000;

/** Time after which the server ends the events of a client, which connects again. It bounds the cost of a page that stays open. Milliseconds. */
const MAX_MS = 600_000;

/** Maximum number of clients that get events at the same time. The pages of others poll. */
const MAX_CLIENTS = 100;

type StreamPorts = WebPorts & Required<Pick<WebPorts, 'mayStream'>>;

/** Creates the handler of `/crawl/events`: server-sent events, each with the status of a crawl as JSON, whenever it has changed. */
export function crawlEvents(ports: StreamPorts): (c: Context) => Promise<Response> {
  let clients = 0;
  return async (c) => {
    const site = await siteContext(c, ports);
    const { crawl } = site;
    if (crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
    if (!(await ports.status(crawl))) return respondWithProblem(c, noSuchCrawl([crawl]), site);
    // Nobody would read, and thereby end, the stream of an answer without a body.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' });
    if (clients >= MAX_CLIENTS) return c.body(null, 503, { 'retry-after': '60' });
    clients++;
    // Reverse proxies would collect the events.
    c.header('x-accel-buffering', 'no');
    return streamSSE(c, async (stream) => {
      try {
        await sendStatus(stream, crawl, ports);
      } catch (error) {
        // Stores that are replaced are closed, also during a look.
        if (ports.mayStream()) ports.logError?.(error, c.req.path);
      } finally {
        clients--;
      }
    });
  };
}

async function sendStatus(stream: SSEStreamingApi, crawl: string, ports: StreamPorts): Promise<void> {
  let shown = '';
  let quietMs = 0;
  for (let ms = 0; ms < MAX_MS && !stream.aborted && ports.mayStream(); ms += POLL_MS) {
    const status = await ports.status(crawl);
    // The crawl was deleted or renamed.
    if (status === undefined) return;
    // Other programs change the space on the disk all the time.
    const content = JSON.stringify({ ...status, disk: status.disk?.low });
    quietMs = content === shown ? quietMs + POLL_MS : 0;
    if (quietMs === 0) await stream.writeSSE({ data: JSON.stringify(status) });
    else if (quietMs % QUIET_MS === 0) await stream.write(': \n\n');
    shown = content;
    await stream.sleep(POLL_MS);
  }
}
