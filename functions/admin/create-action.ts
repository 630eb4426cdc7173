import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { ParsedRequestOf } from '../../shared/admin/requests.ts';
import { objectAlertStore } from '../../shared/alerts/object-alert-store.ts';
import { enqueueSeedLinks } from '../../shared/frontier/enqueue-seed-links.ts';
import type { StatusPorts } from '../../shared/frontier/explain/read-status.ts';
import type { Control } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Schedules } from '../../shared/ports/schedules.ts';
import {
  alertKeysOf,
  localReceiverFaults,
  needsAlertSchedule,
  syncAlertSchedule,
} from '../../shared/settings/alerts/alert-schedule.ts';
import {
  compareSettings,
  newSeeds,
  REPLACED_NAMES,
  replacedSettings,
  type SettingsDifference,
} from '../../shared/settings/applied/compare-settings.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import { syncSchedules } from '../../shared/settings/schedules/sync-schedules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { findLongTimeout } from '../../shared/settings/stack/long-timeout.ts';
import { unreadKeys } from '../../shared/settings/stages/local-files.ts';
import { storeSettings } from '../../shared/settings/store-settings.ts';
import { storeModels } from '../../shared/settings/topic-models.ts';
import type { Grouping } from '../../shared/url/group.ts';
import { loadSettings } from '../crawl-cache.ts';
import { changeSettings } from './change-settings.ts';
import { type AdminResponse, errorResponse } from './response.ts';

type CreatePorts = StatusPorts & { objects: Objects; schedules?: Schedules; records?: object };

/**
 * Creates a crawl and enqueues its seeds. Idempotent: an existing crawl with the same settings stays as it is, including seeds
 * added since, and seeds that were enqueued before are the same items. Only what `replacedSettings` replaces can change later.
 *
 * @param how.paused pauses a new crawl before it has any seed
 * @param how.removeLimits removes limits of an existing crawl that the settings lack. Absent: refuses such settings, since a command without
 *   `--limit` may be a mistake that costs money
 */
export async function handleCreate(
  given: Settings,
  ports: CreatePorts,
  grouping: Grouping,
  { paused = false, removeLimits = false }: Pick<ParsedRequestOf<'create'>, 'paused' | 'removeLimits'> = {},
): Promise<AdminResponse> {
  const refused = refuseLocalFiles(given) ?? refuseLongTimeout(given) ?? refuseReceivers(given, ports);
  if (refused) return refused;
  const settings = await storeModels(given, ports.objects);
  const { crawl, schedules } = settings;
  if (schedules.length > 0 && !ports.schedules)
    return errorResponse(400, 'schedules: this stack does not support schedules; deploy it again');
  if (await ports.control.create(crawl, await storeSettings(settings, ports.objects), ports.clock.now())) {
    if (paused) await ports.control.setState(crawl, 'paused');
    await createAlerts(settings, ports.objects);
    await syncSchedules(crawl, { before: [], now: schedules }, ports.schedules);
    await syncAlertSchedule(crawl, { before: false, now: needsAlertSchedule(settings) }, ports.schedules);
    return enqueueSeeds(settings, ports, grouping);
  }
  let difference: SettingsDifference = { fixed: [], limits: [], removed: [] };
  const changed = await changeSettings(crawl, ports, (before) => {
    difference = compareSettings(before, settings);
    const isRefused = difference.fixed.length > 0 || (difference.removed.length > 0 && !removeLimits);
    return isRefused ? undefined : replacedSettings(settings, before);
  });
  if (!changed)
    return difference.fixed.length > 0 ? otherSettingsError(crawl, difference) : missingLimitsError(crawl, difference);
  const now = changed.state === 'stopped' ? [] : schedules;
  await syncSchedules(crawl, { before: changed.before.schedules, now }, ports.schedules);
  await syncAlertSchedule(
    crawl,
    { before: needsAlertSchedule(changed.before), now: changed.state !== 'stopped' && needsAlertSchedule(settings) },
    ports.schedules,
  );
  if (changed.before.alerts.length > 0) await objectAlertStore(ports.objects).keepOnly(crawl, alertKeysOf(settings));
  const { status, body } = await enqueueSeeds(settings, ports, grouping);
  return { status, body: { ...body, ...(difference.limits.length > 0 && { limits: difference.limits }) } };
}

const otherSettingsError = (crawl: string, { fixed }: SettingsDifference): AdminResponse =>
  errorResponse(
    409,
    `crawl ${crawl} already exists with other settings: ${fixed.join(', ')}\nonly ${REPLACED_NAMES} can change; \`thresher seed\` adds seeds, and another name creates another crawl`,
  );

const missingLimitsError = (crawl: string, { removed }: SettingsDifference): AdminResponse =>
  errorResponse(
    409,
    `crawl ${crawl} has limits that these settings lack: ${removed.join(', ')}\nadd them to the settings, or remove them with \`thresher crawl --target aws --remove-limits\``,
  );

/** Creates the alerts of a new crawl: they report all its records. Those that are added later are created by their first evaluation. */
async function createAlerts(settings: Settings, objects: Objects): Promise<void> {
  const store = objectAlertStore(objects);
  for (const alert of alertKeysOf(settings)) {
    await store.prepare(alert);
    await store.create(alert, undefined);
  }
}

function refuseLongTimeout(settings: Settings): AdminResponse | undefined {
  const message = findLongTimeout(settings);
  return message === undefined ? undefined : errorResponse(400, message);
}

/** @returns the refusal of alerts and notices that the stack cannot send; undefined if there are none. */
function refuseReceivers(settings: Settings, { schedules, records }: CreatePorts): AdminResponse | undefined {
  if (!needsAlertSchedule(settings)) return undefined;
  const name = settings.alerts.length > 0 ? 'alerts' : 'notify';
  if (name === 'alerts' && !records)
    return errorResponse(400, 'alerts: this stack has no search engine, so it cannot evaluate alerts');
  if (!schedules) return errorResponse(400, `${name}: this stack does not support ${name}; deploy it again`);
  const faults = localReceiverFaults(settings);
  return faults.length === 0 ? undefined : errorResponse(400, faults.join('\n'));
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
): Promise<{ status: number; body: AdminAnswer<'create'> }> {
  const { crawl } = settings;
  const { accepted: links, refused } = seedsOf(settings);
  const counts = await enqueueSeedLinks({ crawl, source: 'seed', links, force }, ports, grouping);
  const made = (await ports.control.get(crawl))?.createdAt;
  const accepted = links.map(({ url }) => url);
  const body: AdminAnswer<'create'> = { crawl, accepted, refused, counts, ...(made !== undefined && { made }) };
  return { status: 200, body };
}

/** @returns the refusal of settings that name local files, which a stack cannot read; undefined if there are none. */
function refuseLocalFiles(settings: Settings): AdminResponse | undefined {
  const keys = unreadKeys(settings).map((path) => path.join('.').replace(/\.(\d+)/g, '[$1]'));
  return keys.length > 0
    ? errorResponse(400, `files must be read in before they are sent: ${keys.join(', ')}`)
    : undefined;
}
