import { win32 } from 'node:path';
import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { ParsedRequestOf } from '../../shared/admin/requests.ts';
import { objectAlertStore } from '../../shared/alerts/object-alert-store.ts';
import { enqueueSeedLinks } from '../../shared/frontier/enqueue-seed-links.ts';
import type { StatusPorts } from '../../shared/frontier/explain/read-status.ts';
import type { Control } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Schedules } from '../../shared/ports/schedules.ts';
import { alertKeysOf, localAlertSecrets, syncAlertSchedule } from '../../shared/settings/alerts/alert-schedule.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import { syncSchedules } from '../../shared/settings/schedules/sync-schedules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { isSeedSource } from '../../shared/settings/stages/web-list.ts';
import { isFilterLoaded } from '../../shared/settings/topic/filters.ts';
import { storeModels } from '../../shared/settings/topic-models.ts';
import type { Grouping } from '../../shared/url/group.ts';
import { loadSettings } from '../crawl-cache.ts';
import { type AdminResponse, errorResponse } from './response.ts';
import { changeSettings, storeSettings } from './stored-settings.ts';

type CreatePorts = StatusPorts & { objects: Objects; schedules?: Schedules; records?: object };

/**
 * Creates a crawl and enqueues its seeds. Idempotent: an existing crawl with the same settings stays as it is, including seeds
 * added since, and seeds that were enqueued before are the same items. Only the schedules and alerts of a crawl can change later.
 *
 * @param paused pauses a new crawl before it has any seed
 */
export async function handleCreate(
  given: Settings,
  ports: CreatePorts,
  grouping: Grouping,
  paused = false,
): Promise<AdminResponse> {
  const refused = refuseLocalFiles(given) ?? refuseAlerts(given, ports);
  if (refused) return refused;
  const settings = await storeModels(given, ports.objects);
  const { crawl, schedules, alerts, mail } = settings;
  if (schedules.length > 0 && !ports.schedules)
    return errorResponse(400, 'schedules: this stack does not support schedules; deploy it again');
  if (await ports.control.create(crawl, await storeSettings(settings, ports.objects), ports.clock.now())) {
    if (paused) await ports.control.setState(crawl, 'paused');
    await createAlerts(settings, ports.objects);
    await syncSchedules(crawl, { before: [], now: schedules }, ports.schedules);
    await syncAlertSchedule(crawl, { before: false, now: alerts.length > 0 }, ports.schedules);
    return enqueueSeeds(settings, ports, grouping);
  }
  const changed = await changeSettings(crawl, ports, (before) =>
    isSameCrawl(before, settings) ? { ...before, schedules, alerts, mail } : undefined,
  );
  if (!changed) return errorResponse(409, `crawl ${crawl} already exists with other settings`);
  const now = changed.state === 'stopped' ? [] : schedules;
  await syncSchedules(crawl, { before: changed.before.schedules, now }, ports.schedules);
  const had = changed.before.alerts.length > 0;
  await syncAlertSchedule(
    crawl,
    { before: had, now: changed.state !== 'stopped' && alerts.length > 0 },
    ports.schedules,
  );
  if (had) await objectAlertStore(ports.objects).keepOnly(crawl, alertKeysOf(settings));
  return enqueueSeeds(settings, ports, grouping);
}

/** Creates the alerts of a new crawl: they report all its records. Those that are added later are created by their first evaluation. */
async function createAlerts(settings: Settings, objects: Objects): Promise<void> {
  const store = objectAlertStore(objects);
  for (const alert of alertKeysOf(settings)) {
    await store.prepare(alert);
    await store.create(alert, undefined);
  }
}

/** @returns the refusal of alerts that the stack cannot evaluate; undefined if there are none. */
function refuseAlerts(settings: Settings, { schedules, records }: CreatePorts): AdminResponse | undefined {
  if (settings.alerts.length === 0) return undefined;
  if (!records) return errorResponse(400, 'alerts: this stack has no search engine, so it cannot evaluate alerts');
  if (!schedules) return errorResponse(400, 'alerts: this stack does not support alerts; deploy it again');
  const local = localAlertSecrets(settings);
  if (local.length === 0) return undefined;
  return errorResponse(400, `alerts: ${local.join(', ')}: a stack has no environment variables; use secret:NAME`);
}

/** Whether the given settings equal those of a crawl, except for schedules, alerts, for seeds that the crawl was given later, and for deletions. */
function isSameCrawl(crawl: Settings, given: Settings): boolean {
  const changeable = { schedules: [], alerts: [], mail: null };
  // Both are parsed again, so that their keys have the same order.
  const rest = (settings: Settings) =>
    JSON.stringify(
      readSettings({ ...withoutFolders(settings), seeds: crawl.seeds, ...changeable, deleted: crawl.deleted }),
    );
  return rest(crawl) === rest(given) && newSeeds(crawl, given).length === 0;
}

/** A stack identifies files by their names alone, so the folder of the settings file does not matter (`plugins.ts`). */
function withoutFolders(settings: Settings): Settings {
  const { clean, plugins, topic } = settings;
  const geoip = clean.geoip && win32.basename(clean.geoip);
  const filters = topic.filters.map((filter) =>
    'plugin' in filter ? { ...filter, plugin: win32.basename(filter.plugin) } : filter,
  );
  return {
    ...settings,
    clean: { ...clean, geoip },
    plugins: plugins.map((file) => win32.basename(file)),
    topic: { ...topic, filters },
  };
}

/** The given seeds that the crawl does not have. */
function newSeeds(crawl: Settings, { seeds }: Settings): Settings['seeds'] {
  const known = new Set(crawl.seeds.map((seed) => JSON.stringify(seed)));
  return seeds.filter((seed) => !known.has(JSON.stringify(seed)));
}

/** Returns the settings without seeds: a crawl may have a million of them, more than a response can hold. */
export async function settingsAction(
  { settingsKey }: Control,
  { objects }: Pick<CreatePorts, 'objects'>,
): Promise<AdminAnswer<'settings'>> {
  const { seeds: _, ...settings } = await loadSettings(objects, settingsKey);
  return { settings };
}

/** Adds seeds to the settings, since the scope of the crawl is derived from its seeds, and enqueues them. */
export async function addSeeds(
  crawl: string,
  { seeds, force = false }: Pick<ParsedRequestOf<'seed'>, 'seeds' | 'force'>,
  ports: CreatePorts,
  grouping: Grouping,
): Promise<AdminResponse> {
  let added: Settings | undefined;
  await changeSettings(crawl, ports, (before) => {
    added = readSettings({ ...before, seeds });
    if (refuseLocalFiles(added)) return undefined;
    return readSettings({ ...before, seeds: [...before.seeds, ...newSeeds(before, added)] });
  });
  return refuseLocalFiles(added!) ?? enqueueSeeds(added!, ports, grouping, force);
}

/** The answer contains the creation time of the crawl: an earlier crawl of this name does not know seeds sent to this one. */
async function enqueueSeeds(
  settings: Settings,
  ports: CreatePorts,
  grouping: Grouping,
  force = false,
): Promise<AdminResponse> {
  const { crawl } = settings;
  const { accepted: links, refused } = seedsOf(settings);
  const counts = await enqueueSeedLinks({ crawl, source: 'seed', links, force }, ports, grouping);
  const made = (await ports.control.get(crawl))?.createdAt;
  const accepted = links.map(({ url }) => url);
  const body: AdminAnswer<'create'> = { crawl, accepted, refused, counts, ...(made !== undefined && { made }) };
  return { status: 200, body };
}

/** @returns the refusal of settings that name local files, which a stack cannot read; undefined if there are none. */
function refuseLocalFiles({ seeds, topic, targets }: Settings): AdminResponse | undefined {
  const lists = seeds.map((seed, i) => (isSeedSource(seed) ? `seeds[${i}]` : ''));
  const filters = topic.filters.map((filter, i) => (isFilterLoaded(filter) ? '' : `topic.filters[${i}]`));
  const keys = [...lists, ...filters, Array.isArray(targets) ? '' : 'targets'].filter((key) => key !== '');
  return keys.length > 0
    ? errorResponse(400, `files must be read in before they are sent: ${keys.join(', ')}`)
    : undefined;
}
