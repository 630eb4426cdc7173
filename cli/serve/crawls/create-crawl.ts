import { enqueueSeedLinks } from '../../../shared/frontier/enqueue-seed-links.ts';
import { compareSettings, replacedSettings } from '../../../shared/settings/applied/compare-settings.ts';
import type { Seeds } from '../../../shared/settings/rules.ts';
import { syncSchedules } from '../../../shared/settings/schedules/sync-schedules.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import { storeModels } from '../../../shared/settings/topic-models.ts';
import { REASONS } from '../../../shared/url/reason.ts';
import type { CrawlRefusal, CreateResult, SeedResult } from '../../../web/crawls/web-crawls.ts';
import { changeSettings, type SettingsStores } from '../../run/change-settings.ts';
import { withFindings } from '../../run/crawl-settings.ts';
import type { Stores } from '../../run/wiring.ts';
import { judgeSeeds } from '../../seeds/check-seeds.ts';
import { seedResult } from '../../seeds/seed-result.ts';

type CreateStores = SettingsStores & Pick<Stores, 'frontier' | 'clock' | 'schedules'>;

/**
 * Creates a crawl in a data folder and adds its seeds. Idempotent: a crawl that exists with the same settings stays as it is, with the seeds that
 * were added since and all that it has found. As in a stack, only what `replacedSettings` replaces can change.
 *
 * @param given settings that name no files
 */
export async function createCrawl(given: Settings, stores: CreateStores): Promise<CreateResult | CrawlRefusal> {
  const { control, objects, clock } = stores;
  const { crawl } = given;
  const judged = judgeSeeds(given);
  if (judged.accepted.length === 0) return noSeed(judged);
  const settings = await storeModels(given, objects);
  if (await control.create(crawl, await storeSettings(settings, objects), clock.now())) {
    await syncSchedules(crawl, { before: [], now: settings.schedules }, stores.schedules);
    return { ...(await enqueue(settings, judged, stores)), isNew: true };
  }
  if ((await control.get(crawl))?.state === 'stopped') return { refusal: 'stopped' };
  const changed = await changeSettings(crawl, stores, async ({ settings: before }) => replaced(settings, before));
  if ('refusal' in changed) return changed;
  const { before, after, limits } = changed;
  await syncSchedules(crawl, { before: before.schedules, now: after.schedules }, stores.schedules);
  return { ...(await enqueue(after, judged, stores)), isNew: false, ...(limits.length > 0 && { limits }) };
}

type Replaced = { before: Settings; after: Settings; limits: string[] };

/** Returns the settings of a crawl with what a request may change of them, or why it may not. */
function replaced(given: Settings, before: Settings): { after?: Settings; result: Replaced | CrawlRefusal } {
  const { fixed, limits, removed } = compareSettings(before, withFindings(given, before));
  if (fixed.length > 0) return { result: { refusal: 'other-settings', keys: fixed } };
  if (removed.length > 0) return { result: { refusal: 'missing-limits', limits: removed } };
  const after = replacedSettings(given, before);
  return { after, result: { before, after, limits } };
}

/** Says why none of the seeds of a request was accepted. */
export const noSeed = ({ refused }: Seeds): CrawlRefusal => ({
  refusal: 'invalid',
  faults:
    refused.length === 0
      ? [{ parameter: 'seeds', detail: 'has no URL' }]
      : refused.map(({ input, reason }) => ({ parameter: 'seeds', detail: `${input}: ${REASONS[reason]}` })),
});

async function enqueue(
  { crawl, politeness }: Settings,
  judged: Seeds,
  stores: Pick<CreateStores, 'frontier' | 'clock'>,
): Promise<SeedResult> {
  const batch = { crawl, source: 'seeds', links: judged.accepted, force: false };
  const counts = await enqueueSeedLinks(batch, stores, politeness.group);
  return seedResult(crawl, judged, counts['link.host-dead'] ?? 0);
}
