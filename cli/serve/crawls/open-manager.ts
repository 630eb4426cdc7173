import type { Hono } from 'hono';
import { readStatus } from '../../../shared/frontier/explain/read-status.ts';
import { serveCrawls } from '../../../web/crawls/crawl-routes.ts';
import { clientAddress } from '../../../web/server.ts';
import { tokenFault } from '../../annotations/token-fault.ts';
import { UsageError } from '../../command.ts';
import type { Terminal } from '../../output/terminal.ts';
import { loadStoredSettings } from '../../run/crawl-settings.ts';
import { diskField } from '../../run/folder/disk-space.ts';
import { isFolderLocked } from '../../run/folder/folder-lock.ts';
import type { Stores } from '../../run/wiring.ts';
import { countProcessed } from './count-processed.ts';
import { startCrawlProcess } from './crawl-process.ts';
import { createCrawlRuns } from './crawl-runs.ts';
import { type CrawlManager, managedCrawls, writeInTurn } from './manage-crawls.ts';
import { readFolder } from './read-folder.ts';

/** Place of a token: an environment variable, so that no other user of the machine sees it in the list of processes. */
const PLACE = /^env:([A-Za-z_]\w*)$/;

/**
 * Reads the token of `--admin-token`.
 *
 * @returns the variable, and its value
 * @throws UsageError
 */
function readAdminToken(place: string, env: Terminal['env']): { variable: string; token: string } {
  const variable = PLACE.exec(place)?.[1];
  if (variable === undefined)
    throw new UsageError('--admin-token: must be env:NAME, the name of an environment variable with the token');
  const token = env[variable]?.trim() ?? '';
  const fault = token === '' ? 'is not set' : tokenFault(token);
  if (fault !== undefined) throw new UsageError(`--admin-token: the environment variable ${variable} ${fault}`);
  return { variable, token };
}

/**
 * Lets programs with a token manage the crawls of a data folder while `thresher serve` runs.
 *
 * @param place where the token is: `env:NAME`
 * @throws UsageError
 */
export function openCrawlManager(dir: string, place: string, { env, err }: Pick<Terminal, 'env' | 'err'>) {
  const { variable, token } = readAdminToken(place, env);
  const { [variable]: _, ...others } = env;
  const inTurn = writeInTurn(dir);
  const runs = createCrawlRuns({
    begin: (crawl, onLine) => startCrawlProcess({ dir, crawl, env: others }, onLine),
    isFolderLocked: () => isFolderLocked(dir),
    isOpen: (crawl) => readFolder(dir, false, async ({ control }) => (await control.get(crawl))?.state === 'open'),
    countProcessed: () => countProcessed(dir),
    log: err,
    now: Date.now,
  });
  const manager: CrawlManager = {
    token,
    clientOf: clientAddress,
    runs,
    isFolderLocked: () => isFolderLocked(dir),
    diskField: () => diskField(dir),
    inTurn,
  };
  return {
    /** Continues a crawl that was opened otherwise, such as by the form of the crawl page. */
    start: runs.start,
    /** Takes a crawl that was paused or stopped otherwise out of the queue. */
    cancel: runs.cancel,
    /** Returns a function that adds the requests. @param stores read the folder */
    routes: (stores: Stores) => (app: Hono) => serveCrawls(app, managedCrawls(manager, stores)),
    /** Continues all open crawls that have something to fetch now, oldest first, unless their limit is reached. */
    continueAll: () =>
      inTurn(async (stores) => {
        const oldestFirst = (await stores.control.list()).sort((a, b) => a.createdAt - b.createdAt);
        for (const { crawl } of oldestFirst)
          try {
            const { settings } = await loadStoredSettings(crawl, stores);
            const status = await readStatus(crawl, stores, settings);
            if (status?.state === 'running' && status.limit === undefined) runs.start(crawl);
          } catch (error) {
            // A crawl whose settings are damaged must not keep the others from running.
            err(`${crawl}: not continued: ${(error as Error).message}`);
          }
      }),
    /** Stops the crawl in progress in order. */
    close: runs.close,
  };
}
