import { enqueueSeedLinks } from '../../shared/frontier/enqueue-seed-links.ts';
import { newSeeds } from '../../shared/settings/applied/compare-settings.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import type { Seeds } from '../../shared/settings/rules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { changeSettings, type SettingsStores } from '../run/change-settings.ts';
import type { Stores } from '../run/wiring.ts';
import { enqueueGathered } from './enqueue-gathered.ts';
import type { SeedSpool } from './gather-seeds.ts';

/**
 * Adds seeds to the settings of a crawl, since its scope is derived from its seeds, and to the inboxes of their hosts. Repeating it
 * has no effect, unless `force` is set.
 *
 * @param own settings of the crawl with the new seeds instead of its own
 * @param links those of the new seeds that are accepted
 * @param options.spool seeds that were gathered from files. Absent: none
 * @param options.force fetches known seeds again
 * @returns the number of seeds on hosts that are suspended, which were not added
 */
export async function addSeeds(
  own: Settings,
  links: Seeds['accepted'],
  { spool, force = false }: { spool?: SeedSpool | undefined; force?: boolean },
  stores: SettingsStores & Pick<Stores, 'frontier' | 'clock'>,
): Promise<{ dead: number }> {
  const { crawl } = own;
  const { group } = (await storeSeeds(own, stores)).politeness;
  const counts = await enqueueSeedLinks({ crawl, source: 'seeds', links, force }, stores, group);
  if (spool) await enqueueGathered(crawl, spool, stores, group, force);
  return { dead: counts['link.host-dead'] ?? 0 };
}

/** Adds the seeds that are not in the settings yet. @returns the settings before */
const storeSeeds = (own: Settings, stores: SettingsStores): Promise<Settings> =>
  changeSettings(own.crawl, stores, async ({ settings: before }) => ({
    after: readSettings({ ...before, seeds: [...before.seeds, ...newSeeds(before, own)] }),
    result: before,
  }));
