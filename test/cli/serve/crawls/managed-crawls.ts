import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { diskField } from '../../../../cli/run/folder/disk-space.ts';
import { openStores } from '../../../../cli/run/wiring.ts';
import { createCrawlRuns } from '../../../../cli/serve/crawls/crawl-runs.ts';
import { managedCrawls, writeInTurn } from '../../../../cli/serve/crawls/manage-crawls.ts';
import type { ParameterFault } from '../../../../web/api/parse-parameters.ts';
import { createApp } from '../../../../web/app.ts';
import { serveCrawls } from '../../../../web/crawls/crawl-routes.ts';
import type { CreateResult, ManagedCrawl } from '../../../../web/crawls/web-crawls.ts';
import type { WebPorts } from '../../../../web/ports.ts';
import { aWorld } from '../../../web/fixtures.ts';

export const TOKEN = '0123456789abcdef';

/** What any of the answers has. */
export type Answer = Partial<
  Record<'type' | 'detail' | 'state', string> &
    Pick<CreateResult, 'accepted' | 'refused' | 'limits'> &
    Pick<ManagedCrawl, 'run' | 'unattended' | 'disk'> & { errors: ParameterFault[]; crawls: ManagedCrawl[] }
>;

/** The requests that manage the crawls of a new folder. `begun`: crawls whose process would have started, which never ends. */
export function managedFolder(change: Partial<WebPorts> = {}, ...guards: readonly MiddlewareHandler[]) {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-'));
  const stores = openStores(dir);
  const begun: string[] = [];
  const inTurn = writeInTurn(dir);
  const runs = createCrawlRuns({
    begin(crawl) {
      begun.push(crawl);
      return { stop: () => undefined, ended: new Promise(() => undefined) };
    },
    isFolderLocked: () => false,
    isOpen: async (crawl) => (await stores.control.get(crawl))?.state === 'open',
    countProcessed: async () => 0,
    log: () => undefined,
    now: Date.now,
  });
  const manager = {
    token: TOKEN,
    clientOf: () => '127.0.0.1',
    runs,
    isFolderLocked: () => false,
    diskField: () => diskField(dir),
    inTurn,
  };
  const { ports } = aWorld({});
  const crawlRoutes: WebPorts['crawlRoutes'] = (to) => serveCrawls(to, managedCrawls(manager, stores));
  const app = createApp({ ...ports, crawlRoutes, ...change }, ...guards);
  /** Sends a request with the token. @param body sent as JSON; a text as it is */
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await app.request(`http://127.0.0.1${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      json: JSON.parse(text || '{}') as Answer,
    };
  };
  return {
    app,
    ask,
    begun,
    stores,
    close() {
      stores.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
