import { existsSync } from 'node:fs';
import { explain } from '../../../shared/frontier/explain/explain.ts';
import { mergeSettings } from '../../../shared/settings/presets.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { Url } from '../../../shared/url/url.ts';
import { UsageError, type Values } from '../../command.ts';
import { overrideLayers, type SETTING_OPTIONS } from '../../crawl/crawl-arguments.ts';
import { isCrawlFile, loadCrawlFile, loadInlineSettings, type Overrides, PLACEHOLDER_SEED } from '../../load-crawl.ts';
import { selectCrawl } from '../../open-crawl.ts';
import { frontierFile } from '../../run/folder/data-folder.ts';
import { openStores, type Stores } from '../../run/wiring.ts';

/**
 * Loads the rules and the topic that seeds are found for: those of a crawl.yaml, whose own seeds are not read, or a topic alone.
 *
 * @throws UsageError, SettingsError, TopicFileError
 */
export async function loadFindSettings(
  topic: string,
  flags: Values<typeof SETTING_OPTIONS>,
  env: Record<string, string | undefined>,
): Promise<Settings> {
  const isCrawl = isCrawlFile(topic);
  const [options, environment] = await overrideLayers({ ...flags, ...(!isCrawl && { topic }) }, env);
  const over = mergeSettings(environment!.given as Overrides, options!.given as Overrides);
  const settings = { ...over, seeds: [PLACEHOLDER_SEED] };
  return isCrawl ? loadCrawlFile(topic, settings) : loadInlineSettings({ crawl: 'main', ...settings });
}

/** The data folder with the crawl that the seeds are for, if there is one. */
export type FindFolder = {
  stores: Stores | undefined;
  /** Names of the crawls in the folder. */
  crawls: string[];
  /** Tells whether the crawl knows a URL. Reads the host's part of the frontier. */
  isKnown(url: Url): Promise<boolean>;
};

/**
 * Opens the data folder, if it exists.
 *
 * @param named name of a crawl that must exist; absent: `own` may exist
 * @throws UsageError if there is no crawl of that name
 */
export async function openFindFolder(
  dir: string,
  named: string | undefined,
  own: string | undefined,
): Promise<FindFolder> {
  if (!existsSync(frontierFile(dir))) {
    if (named !== undefined) throw new UsageError(`--name: ${dir} has no crawl ${named}`);
    return { stores: undefined, crawls: [], isKnown: async () => false };
  }
  const stores = openStores(dir, 'read');
  try {
    const crawls = await stores.control.list();
    const crawl =
      named === undefined
        ? crawls.find(({ crawl }) => crawl === own)
        : selectCrawl(crawls, named, dir, stores.removal.unfinished());
    return {
      stores,
      crawls: crawls.map(({ crawl }) => crawl),
      isKnown: async (url) => crawl !== undefined && (await explain(crawl.crawl, url, stores)).state !== 'unknown',
    };
  } catch (error) {
    stores.close();
    throw error;
  }
}
