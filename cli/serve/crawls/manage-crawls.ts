import type { Context } from 'hono';
import { cachedStatus } from '../../../shared/frontier/explain/cached-status.ts';
import { readStatus } from '../../../shared/frontier/explain/read-status.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';
import { SettingsError } from '../../../shared/settings/faults.ts';
import type { CrawlRefusal, ManagedCrawl, WebCrawls } from '../../../web/crawls/web-crawls.ts';
import { loadStoredSettings } from '../../run/crawl-settings.ts';
import { recrawlPages } from '../../run/recrawl-pages.ts';
import { openStores, type Stores } from '../../run/wiring.ts';
import { addSeeds } from '../../seeds/add-seeds.ts';
import { judgeSeeds } from '../../seeds/check-seeds.ts';
import { seedResult } from '../../seeds/seed-result.ts';
import type { CrawlRuns } from './crawl-runs.ts';
import { createCrawl, noSeed } from './create-crawl.ts';
import { readGivenSeeds, readGivenSettings } from './given-settings.ts';

/** What requests that manage crawls work with. */
export type CrawlManager = {
  token: string;
  clientOf(c: Context): string | undefined;
  runs: CrawlRuns;
  /** Tells whether a process has locked the folder. */
  isFolderLocked(): boolean;
  /** Reads the space on the disk of the folder, as a field of a status. */
  diskField(): Pick<CrawlStatus, 'disk'>;
  /** Calls `work` with the folder opened for writing, after the calls before it have ended. */
  inTurn<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};

/** Returns a function for `CrawlManager.inTurn`. Requests are served one after the other, so two that name one new crawl do not both create it. */
export function writeInTurn(dir: string): CrawlManager['inTurn'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(async () => {
      const stores = openStores(dir, 'write');
      try {
        return await work(stores);
      } finally {
        stores.close();
      }
    });
    last = done.catch(() => undefined);
    return done;
  };
}

/** Lets clients manage the crawls of a data folder. @param stores read it */
export function managedCrawls(manager: CrawlManager, stores: Stores): WebCrawls {
  const { token, clientOf, runs, inTurn } = manager;
  let read = crawlReader(manager, stores);
  /** Runs a request that writes; later requests see its effect at once. */
  const write = async <T>(work: (opened: Stores) => Promise<T>): Promise<T> => {
    try {
      return await inTurn(work);
    } finally {
      read = crawlReader(manager, stores);
    }
  };
  /** Runs a request about an existing crawl that must not be stopped, and continues the crawl if it is open. */
  const extend = <T extends object>(
    crawl: string,
    work: (opened: Stores) => Promise<T | CrawlRefusal>,
  ): Promise<T | CrawlRefusal> =>
    write(async (opened) => {
      const control = await opened.control.get(crawl);
      if (!control) return { refusal: 'unknown' };
      if (control.state === 'stopped') return { refusal: 'stopped' };
      const result = await work(opened);
      if (control.state === 'open' && !('refusal' in result)) runs.start(crawl);
      return result;
    });
  return {
    token,
    clientOf,
    now: stores.clock.now,
    async list() {
      const newestFirst = (await stores.control.list()).sort((a, b) => b.createdAt - a.createdAt);
      const found: ManagedCrawl[] = [];
      for (const { crawl } of newestFirst) {
        const one = await read(crawl);
        if (one) found.push(one);
      }
      return found;
    },
    get: (crawl) => read(crawl),
    async create(given) {
      const made = await readGivenSettings(given);
      if ('faults' in made) return { refusal: 'invalid', faults: made.faults };
      const { crawl } = made.settings;
      return write(async (opened) => {
        const result = await createCrawl(made.settings, opened);
        const { state } = (await opened.control.get(crawl)) ?? {};
        if (state === 'open' && !('refusal' in result)) runs.start(crawl);
        return result;
      });
    },
    setState: (crawl, state) =>
      write(async (opened) => {
        if (!(await opened.control.get(crawl))) return { refusal: 'unknown' };
        await opened.control.setState(crawl, state);
        if (state === 'open') runs.start(crawl);
        else runs.cancel(crawl);
        return undefined;
      }),
    addSeeds: (crawl, { seeds, force = false }) =>
      extend(crawl, async (opened) => {
        const made = readGivenSeeds((await loadStoredSettings(crawl, opened)).settings, seeds);
        if ('faults' in made) return { refusal: 'invalid', faults: made.faults };
        const judged = judgeSeeds(made.settings);
        if (judged.accepted.length === 0) return noSeed(judged);
        const { dead } = await addSeeds(made.settings, judged.accepted, { force }, opened);
        return seedResult(crawl, judged, dead);
      }),
    recrawl: (crawl, selected) =>
      extend(crawl, async (opened) => {
        try {
          return { hosts: await recrawlPages(crawl, selected, opened) };
        } catch (error) {
          if (!(error instanceof SettingsError)) throw error;
          const faults = error.faults.map(({ message }) => ({ parameter: 'prefix', detail: message }));
          return { refusal: 'invalid', faults };
        }
      }),
  };
}

/**
 * Returns a function that reads a crawl, with its limits. Readings of a large crawl are kept for a while, but not beyond a change of its run.
 */
function crawlReader(
  { runs, isFolderLocked, diskField }: CrawlManager,
  stores: Stores,
): (crawl: string) => Promise<ManagedCrawl | undefined> {
  const read = cachedStatus(async (key: string) => {
    const [crawl = ''] = key.split('\n');
    const control = await stores.control.get(crawl);
    if (!control) return undefined;
    // The counts are readable without them; only the limits are unknown.
    const settings = await loadStoredSettings(crawl, stores).then(
      (stored) => stored.settings,
      () => undefined,
    );
    return { control, status: await readStatus(crawl, stores, settings) };
  }, stores.clock);
  const isAttended = (run: ManagedCrawl['run']) =>
    run?.state === 'running' || run?.state === 'waiting' || (runs.running() === undefined && isFolderLocked());
  return async (crawl) => {
    const run = runs.runOf(crawl);
    const { control, status } = (await read(`${crawl}\n${run?.since}`)) ?? {};
    if (!control || !status) return undefined;
    return {
      ...status,
      ...(status.state === 'running' && !isAttended(run) && { unattended: true }),
      ...diskField(),
      createdAt: new Date(control.createdAt).toISOString(),
      ...(run && { run }),
    };
  };
}
