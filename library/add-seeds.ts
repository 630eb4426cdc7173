import { type CrawlLocation, withCrawl } from '../cli/open-crawl.ts';
import { loadStoredSettings } from '../cli/run/crawl-settings.ts';
import { refuseStoppedCrawl } from '../cli/run/folder/closed-crawl.ts';
import { addSeeds as addToCrawl } from '../cli/seeds/add-seeds.ts';
import { judgeSeeds } from '../cli/seeds/check-seeds.ts';
import { seedResult } from '../cli/seeds/seed-result.ts';
import { SettingsError } from '../shared/settings/faults.ts';
import { readSettings } from '../shared/settings/read-settings.ts';
import { checkOptions, PLACE_TYPES } from './check-options.ts';
import { inLibraryTerms } from './library-error.ts';

/** A URL, with its priority class (0 to 7, default 0: first) and your own metadata (`listing` of its record). */
export type NewSeed =
  | string
  | { url: string; priority?: number | undefined; about?: Record<string, string> | undefined };

/** To which crawl seeds are added. `force`: fetches URLs that are known already again, now. Default: false. */
export type SeedOptions = CrawlLocation & { force?: boolean | undefined };

/** Normalised URLs that were accepted, known ones too, and the refused ones. `suspended`: number of accepted ones on suspended hosts; absent: none. */
export type AddedSeeds = {
  accepted: string[];
  refused: { url: string; reason: string; detail: string }[];
  suspended?: number;
};

/**
 * Adds seeds to a crawl, as `thresher seed` does. A running crawl fetches them at once, in whatever process it runs; otherwise the next one does.
 *
 * @throws SettingsError for an invalid seed; UsageError if the crawl is stopped, or as `status`
 */
export async function addSeeds(seeds: readonly NewSeed[], options: SeedOptions = {}): Promise<AddedSeeds> {
  checkOptions('options', options, { ...PLACE_TYPES, force: 'boolean' });
  return inLibraryTerms(() => addToStored(seeds, options));
}

async function addToStored(seeds: readonly NewSeed[], { force = false, ...place }: SeedOptions): Promise<AddedSeeds> {
  return withCrawl(place, 'write', async ({ crawl, state }, stores, dir) => {
    refuseStoppedCrawl({ crawl, state }, dir);
    const { settings } = await loadStoredSettings(crawl, stores);
    const own = readSettings({ ...settings, seeds });
    const sources = own.seeds.flatMap((seed, i) => (typeof seed === 'string' || 'url' in seed ? [] : [i]));
    if (sources.length > 0)
      throw new SettingsError(
        sources.map((i) => ({ path: ['seeds', i], message: 'must be a URL or {url, priority, about}' })),
      );
    const judged = judgeSeeds(own);
    const { dead } =
      judged.accepted.length > 0 ? await addToCrawl(own, judged.accepted, { force }, stores) : { dead: 0 };
    const { crawl: _, ...added } = seedResult(crawl, judged, dead);
    return added;
  });
}
