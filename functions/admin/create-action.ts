import { createHash } from 'node:crypto';
import { win32 } from 'node:path';
import { z } from 'zod';
import { offer } from '../../shared/frontier/enqueue-links.ts';
import type { StatusPorts } from '../../shared/frontier/explain/read-status.ts';
import type { Control, CrawlState } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Schedules } from '../../shared/ports/schedules.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import { syncSchedules } from '../../shared/settings/schedules/sync-schedules.ts';
import { isToGather } from '../../shared/settings/seeds.ts';
import { readSettings, type Settings } from '../../shared/settings/settings.ts';
import type { Grouping } from '../../shared/url/group.ts';
import { settingsAt } from '../crawl-cache.ts';
import { type Answer, wrong } from './answer.ts';

/** Asks for a crawl by these settings. */
export const CreateRequest = z.strictObject({ action: z.literal('create'), settings: z.unknown() });

/** Asks that a crawl goes on from these too. */
export const SeedRequest = z.strictObject({
  action: z.literal('seed'),
  crawl: z.string(),
  seeds: z.array(z.unknown()),
});

/** Asks for the rules of a crawl, under which seeds for it are gathered elsewhere. */
export const SettingsRequest = z.strictObject({ action: z.literal('settings'), crawl: z.string() });

type CreatePorts = StatusPorts & { objects: Objects; schedules?: Schedules };

/**
 * May be repeated: a crawl that is there stays as it is, also with the seeds that were added to it since, and seeds that
 * were offered are the same items. Other schedules may be given to it at any time; all else of its settings is settled.
 */
export async function createCrawl(settings: Settings, ports: CreatePorts, grouping: Grouping): Promise<Answer> {
  const { crawl, schedules } = settings;
  const refused = filesUnread(settings);
  if (refused) return refused;
  if (schedules.length > 0 && !ports.schedules) return wrong(400, 'schedules: this stack has none; deploy it again');
  if (await ports.control.create(crawl, await keep(settings, ports.objects), ports.clock.now())) {
    await syncSchedules(crawl, { before: [], now: schedules }, ports.schedules);
    return seed(settings, ports, grouping);
  }
  const changed = await changeSettings(crawl, ports, (before) =>
    isOfTheSame(before, settings) ? { ...before, schedules } : undefined,
  );
  if (!changed) return wrong(409, `there is a crawl ${crawl} already, with other settings`);
  const now = changed.state === 'stopped' ? [] : schedules;
  await syncSchedules(crawl, { before: changed.before.schedules, now }, ports.schedules);
  return seed(settings, ports, grouping);
}

/** Whether these are the settings of a crawl, but for schedules and for seeds that it has been given since. */
function isOfTheSame(crawl: Settings, given: Settings): boolean {
  // Both are read anew, which gives them one order.
  const rest = (settings: Settings) =>
    JSON.stringify(readSettings({ ...withoutFolders(settings), seeds: crawl.seeds, schedules: [] }));
  return rest(crawl) === rest(given) && seedsBeyond(crawl, given).length === 0;
}

/** Files have their names here and nothing of the folders where somebody wrote the settings (`plugins.ts`). */
function withoutFolders(settings: Settings): Settings {
  const { clean, plugins } = settings;
  const geoip = clean.geoip && win32.basename(clean.geoip);
  return { ...settings, clean: { ...clean, geoip }, plugins: plugins.map((file) => win32.basename(file)) };
}

/** Seeds among these that the crawl does not have. */
function seedsBeyond(crawl: Settings, { seeds }: Settings): Settings['seeds'] {
  const own = new Set(crawl.seeds.map((one) => JSON.stringify(one)));
  return seeds.filter((one) => !own.has(JSON.stringify(one)));
}

/** Without the seeds: what the scope needs of a million is more than an answer may have. */
export async function settingsAction({ settingsKey }: Control, { objects }: Pick<CreatePorts, 'objects'>) {
  const { seeds: _, ...settings } = await settingsAt(objects, settingsKey);
  return { settings };
}

/** The scope is derived from the seeds, so they become part of the settings. */
export async function addSeeds(
  crawl: string,
  seeds: unknown[],
  ports: CreatePorts,
  grouping: Grouping,
): Promise<Answer> {
  let added: Settings | undefined;
  await changeSettings(crawl, ports, (before) => {
    added = readSettings({ ...before, seeds });
    if (filesUnread(added)) return undefined;
    return readSettings({ ...before, seeds: [...before.seeds, ...seedsBeyond(before, added)] });
  });
  return filesUnread(added!) ?? seed(added!, ports, grouping);
}

/** Another change can come between reading the settings and naming others, hardly ever so often. */
const TRIES = 10;

/**
 * Gives a crawl other settings, derived from those that it has then.
 *
 * @param change asked again when somebody else changed them meanwhile; undefined: they stay.
 * @returns the settings before, and the state that the crawl was in; undefined when they were to stay.
 */
async function changeSettings(
  crawl: string,
  { control, objects }: CreatePorts,
  change: (before: Settings) => Settings | undefined,
): Promise<{ before: Settings; state: CrawlState } | undefined> {
  for (let tried = 0; tried < TRIES; tried++) {
    const found = await control.get(crawl);
    if (!found) throw new Error(`crawl ${crawl} is gone`);
    const before = await settingsAt(objects, found.settingsKey);
    const after = change(before);
    if (!after) return undefined;
    if (await control.setSettingsKey(crawl, found.settingsKey, await keep(after, objects)))
      return { before, state: found.state };
  }
  throw new Error(`the settings of ${crawl} changed under ${TRIES} changes`);
}

/** Each version of the settings lies under a key of its own. */
async function keep(settings: Settings, objects: Objects): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(settings));
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const key = `settings/${settings.crawl}/${digest}.json`;
  await objects.put(key, bytes);
  return key;
}

/** Says also when the crawl was made: seeds that were offered to one of this name before that are not known to it. */
async function seed(settings: Settings, ports: CreatePorts, grouping: Grouping): Promise<Answer> {
  const { crawl } = settings;
  const { accepted: links, refused } = seedsOf(settings);
  const counts = await offer({ crawl, source: 'seed', links, news: [] }, ports, grouping);
  const made = (await ports.control.get(crawl))?.createdAt;
  return { status: 200, body: { crawl, accepted: links.map(({ url }) => url), refused, counts, made } };
}

/** Settings may name files, but there are none here. @returns the refusal that says where. */
function filesUnread({ seeds, topic }: Settings): Answer | undefined {
  const lists = seeds.map((seed, i) => (isToGather(seed) ? `seeds[${i}]` : ''));
  const filters = topic.filters.map((filter, i) => {
    const read = 'terms' in filter ? filter.termsText !== undefined : Array.isArray(filter.sitesOk);
    return read ? '' : `topic.filters[${i}]`;
  });
  const places = [...lists, ...filters].filter((place) => place !== '');
  return places.length > 0 ? wrong(400, `files must be read in before they are sent: ${places.join(', ')}`) : undefined;
}
