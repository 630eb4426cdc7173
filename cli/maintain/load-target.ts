import { existsSync } from 'node:fs';
import type { CrawlLine } from '../../shared/admin/dump-lines.ts';
import { type LoadOptions, loadHost } from '../../shared/frontier/dump/load-host.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { storeSettings } from '../../shared/settings/store-settings.ts';
import { callAdmin, resolveCrawl } from '../aws/api.ts';
import type { Stack } from '../aws/target.ts';
import { UsageError } from '../command.ts';
import { type CrawlLocation, selectCrawl } from '../open-crawl.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import { frontierFile } from '../run/folder/data-folder.ts';
import type { Stores } from '../run/wiring.ts';
import type { LoadTarget } from './load-frontier.ts';

/**
 * Loads into a data folder. Creates the crawl of the dump if the folder does not have it.
 *
 * @param openFolder locks and opens the folder, and creates it if it does not exist. Called once, when a line shows that there is something
 * to load
 */
export function loadIntoFolder(place: CrawlLocation & { dir: string }, openFolder: () => Stores): LoadTarget {
  let crawl = '';
  let stores: Stores;
  let options: LoadOptions | undefined;
  return {
    async open(line) {
      if (!existsSync(frontierFile(place.dir))) checkNewCrawl(place, line);
      stores = openFolder();
      crawl = await findOrCreate(place, line, stores);
      const { settings } = await loadStoredSettings(crawl, stores);
      options = { grouping: settings.politeness.group, maxPagesPerTemplate: settings.limits.maxPagesPerTemplate };
      return crawl;
    },
    loadHost: (host, lines) => loadHost({ crawl, host }, lines, stores, options!),
  };
}

/** Checks that a folder without a crawl need not be created in vain. @throws UsageError, SettingsError */
function checkNewCrawl({ dir, name }: CrawlLocation & { dir: string }, line: CrawlLine | undefined): void {
  if (!line) selectCrawl([], name, dir, []);
  else readSettings({ ...settingsOf(line, name ?? line.crawl), crawl: name ?? line.crawl });
}

/** @throws UsageError if the dump has none */
function settingsOf({ settings }: CrawlLine, crawl: string): NonNullable<CrawlLine['settings']> {
  if (settings) return settings;
  throw new UsageError(
    `the dump has no settings, so it cannot create a crawl; create crawl ${crawl} with \`thresher crawl\` first, or select another with --name`,
  );
}

async function findOrCreate(
  { dir, name }: CrawlLocation & { dir: string },
  line: CrawlLine | undefined,
  stores: Stores,
): Promise<string> {
  const wanted = name ?? line?.crawl;
  const crawls = await stores.control.list();
  if (!line || crawls.some(({ crawl }) => crawl === wanted))
    return selectCrawl(crawls, wanted, dir, stores.removal.unfinished()).crawl;
  const crawl = wanted!;
  const settings = readSettings({ ...settingsOf(line, crawl), crawl });
  await stores.control.create(crawl, await storeSettings(settings, stores.objects), line.createdAt);
  await stores.control.addUsage(crawl, line.counts);
  await stores.control.setState(crawl, line.state);
  return crawl;
}

/** Loads into a paused or stopped crawl of a stack. */
export function loadIntoStack(stack: Stack, name: string | undefined): LoadTarget {
  let crawl = '';
  return {
    async open(line) {
      crawl = await resolveCrawl(stack, name ?? line?.crawl);
      return crawl;
    },
    loadHost: (host, lines) => callAdmin(stack, { action: 'load-frontier', crawl, host, lines: [...lines] }),
  };
}
