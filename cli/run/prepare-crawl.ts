import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import { syncSchedules } from '../../shared/settings/schedules/sync-schedules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { enqueueGathered } from '../seeds/enqueue-gathered.ts';
import type { CrawlJob } from './crawl-job.ts';
import { loadStoredSettings, saveSettings } from './crawl-settings.ts';
import type { Stores } from './wiring.ts';

/** Releases locks, reservations and messages of a previous run. The crawl delay of its hosts starts now. */
export async function releaseStaleLeases({ locks, frontier, control, clock, ...queues }: Stores): Promise<void> {
  locks.releaseAll(clock.now());
  locks.deleteExpired(clock.now());
  frontier.releaseAll();
  control.releaseAll();
  const { visits, captures, documents, records } = queues;
  for (const queue of [visits, captures, documents, records]) queue.releaseAll();
}

/** Saves the settings, creates or reopens the crawl, updates its schedules, and adds its seeds to the frontier. */
export async function prepareCrawl({ settings, seeds, gathered }: CrawlJob, stores: Stores): Promise<void> {
  const { frontier, clock } = stores;
  const { crawl } = settings;
  const before = await createOrReopen(settings, stores);
  await syncSchedules(crawl, { before, now: settings.schedules }, stores.schedules);
  const wanted = new Set(seeds);
  const links = seedsOf(settings).accepted.filter(({ url }) => wanted.has(url));
  await enqueueLinks({ crawl, source: 'seeds', links, feedback: [] }, { frontier, clock }, settings.politeness.group);
  if (gathered) await enqueueGathered(crawl, gathered, stores, settings.politeness.group);
}

/** @returns the schedules of the crawl's previous settings; empty for a new crawl */
async function createOrReopen(settings: Settings, stores: Stores): Promise<Settings['schedules']> {
  const { control, objects, clock } = stores;
  const { crawl } = settings;
  const key = await saveSettings(settings, objects);
  if (await control.create(crawl, key, clock.now())) return [];
  // The folder lock keeps other runners out, so the key cannot change between the two calls.
  const { key: settingsKey, settings: earlier } = await loadStoredSettings(crawl, stores);
  await control.setSettingsKey(crawl, settingsKey, key);
  await control.setState(crawl, 'open');
  return earlier.schedules;
}
