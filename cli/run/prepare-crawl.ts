import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { recrawl } from '../../shared/frontier/recrawl.ts';
import { OBJECT_QUEUES, type ObjectQueueName } from '../../shared/ports/messages.ts';
import { outcomesToRetry } from '../../shared/settings/refusing-settings.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import { withoutLinkSchedules } from '../../shared/settings/schedules/schedule-actions.ts';
import { syncSchedules } from '../../shared/settings/schedules/sync-schedules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { storeSettings } from '../../shared/settings/store-settings.ts';
import { storeModels } from '../../shared/settings/topic-models.ts';
import { enqueueGathered } from '../seeds/enqueue-gathered.ts';
import { changeSettings } from './change-settings.ts';
import type { CrawlHooks, CrawlJob } from './crawl-job.ts';
import { withFindings } from './crawl-settings.ts';
import { refuseClosedCrawl } from './folder/closed-crawl.ts';
import { noteChangedSettings } from './note-changed-settings.ts';
import type { Stores } from './wiring.ts';

type Leases = Pick<Stores, 'locks' | 'frontier' | 'control' | 'clock' | 'visits' | ObjectQueueName>;

/** Releases locks, reservations and messages of a previous run. The crawl delay of its hosts starts now. */
export async function releaseStaleLeases({
  locks,
  frontier,
  control,
  clock,
  visits,
  ...queues
}: Leases): Promise<void> {
  locks.releaseAll(clock.now());
  locks.deleteExpired(clock.now());
  frontier.releaseAll();
  control.releaseAll();
  // The frontier repeats visits. Two messages for a host would postpone it, as the second finds its lock taken.
  visits.clear();
  for (const name of OBJECT_QUEUES) queues[name].releaseAll();
}

/**
 * Saves the settings, creates the crawl if it is new, updates its schedules, and adds its seeds to the frontier.
 *
 * @returns the settings that apply: those of the job, and what was deleted from the crawl or folded in it
 * @throws UsageError if the crawl is paused or stopped and the job does not resume it; then nothing changes
 */
export async function prepareCrawl(job: CrawlJob, stores: Stores, hooks: CrawlHooks = {}): Promise<Settings> {
  const { seeds, gathered, dir, watch = false, resume = false } = job;
  const { frontier, clock } = stores;
  const { crawl } = job.settings;
  if (!resume) await refuseClosedCrawl(crawl, dir, stores);
  // As they are stored, so that they can be compared with earlier settings.
  const given = await storeModels(job.settings, stores.objects);
  const { settings, before } = await createOrReopen(given, job, stores, hooks);
  await syncSchedules(crawl, { before, now: settings.schedules }, stores.schedules);
  const wanted = new Set(seeds);
  const links = seedsOf(settings).accepted.filter(({ url }) => wanted.has(url));
  await enqueueLinks({ crawl, source: 'seeds', links, feedback: [] }, { frontier, clock }, settings.politeness.group);
  if (gathered) await enqueueGathered(crawl, gathered, stores, settings.politeness.group);
  return watch ? settings : withoutLinkSchedules(settings);
}

/** @returns the settings that are stored then, and the schedules of the crawl's previous settings; empty for a new crawl */
async function createOrReopen(
  given: Settings,
  { isContinued = false, resume = false }: Pick<CrawlJob, 'isContinued' | 'resume'>,
  stores: Stores,
  hooks: CrawlHooks,
): Promise<{ settings: Settings; before: Settings['schedules'] }> {
  const { control, objects, clock } = stores;
  const { crawl } = given;
  if (await control.create(crawl, await storeSettings(given, objects), clock.now()))
    return { settings: given, before: [] };
  const { changed, ...reopened } = await changeSettings(crawl, stores, async (stored) => {
    const { settings: earlier } = stored;
    const settings = isContinued ? earlier : withFindings(given, earlier);
    const changed = await noteChangedSettings(stored, settings, stores);
    // Before the new settings are stored, so that a run that is killed in between asks again.
    await askAgain(earlier, settings, stores, hooks);
    return { ...(!isContinued && { after: settings }), result: { settings, before: earlier.schedules, changed } };
  });
  if (changed.length > 0) hooks.onChangedSettings?.(changed);
  // Without `resume` it is open, unless it was paused since it was checked.
  if (resume) await control.setState(crawl, 'open');
  return reopened;
}

/** Makes the URLs due that settings refused which have changed since. */
async function askAgain(earlier: Settings, now: Settings, stores: Stores, hooks: CrawlHooks): Promise<void> {
  const outcomes = outcomesToRetry(earlier, now);
  if (outcomes.length === 0) return;
  const { notified } = await recrawl(now.crawl, { at: stores.clock.now(), outcomes }, stores);
  if (notified > 0) hooks.onAskedAgain?.(outcomes, notified);
}
