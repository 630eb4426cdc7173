import { createHash } from 'node:crypto';
import { z } from 'zod';
import { offer } from '../shared/frontier/offer.ts';
import { readStatus, type StatusPorts } from '../shared/frontier/read-status.ts';
import type { Control } from '../shared/ports/control.ts';
import type { Objects } from '../shared/ports/objects.ts';
import type { Schedules } from '../shared/ports/schedules.ts';
import { SettingsError } from '../shared/settings/faults.ts';
import { seedsOf } from '../shared/settings/rules.ts';
import { readSettings, type Settings } from '../shared/settings/settings.ts';
import type { Grouping } from '../shared/url/group.ts';
import { settingsAt } from './crawls.ts';
import { ExplainRequest, explainAction } from './explain-action.ts';
import { ListRequest, listAction } from './list-action.ts';
import { RecrawlRequest, recrawlAction } from './recrawl-action.ts';
import { syncSchedules } from './schedules.ts';

/** Without `schedules` a crawl that has some is refused. */
export type AdminPorts = StatusPorts & { objects: Objects; schedules?: Schedules };

/** The gateway gives up after 30 s: what takes longer is told how far it came. Milliseconds. */
const ANSWER_MS = 20_000;

/** What `POST /admin` takes. Settings name no files: whoever sends them has read those in. */
const Request = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('create'), settings: z.unknown() }),
  z.strictObject({ action: z.literal('seed'), crawl: z.string(), seeds: z.array(z.unknown()) }),
  z.strictObject({ action: z.enum(['pause', 'resume', 'stop', 'status']), crawl: z.string() }),
  ExplainRequest,
  RecrawlRequest,
  ListRequest,
]);

type Answer = { status: number; body: unknown };

const STATES = { pause: 'paused', resume: 'open', stop: 'stopped' } as const;

/** Does what an operator asks. @returns an HTTP status and what to say; what the operator has wrong is a 4xx. */
export async function administer(given: unknown, ports: AdminPorts, grouping: Grouping): Promise<Answer> {
  const read = Request.safeParse(given);
  if (!read.success) return wrong(400, z.prettifyError(read.error));
  const request = read.data;
  try {
    if (request.action === 'create') return await create(readSettings(request.settings), ports, grouping);
    if (request.action === 'list') return { status: 200, body: await listAction(ports.control) };
    const control = await ports.control.get(request.crawl);
    if (!control) return wrong(404, `there is no crawl ${request.crawl}`);
    if (request.action === 'explain') return { status: 200, body: await explainAction(request.url, control, ports) };
    if (request.action === 'seed') {
      const settings = await settingsAt(ports.objects, control.settingsKey);
      return await addSeeds(settings, readSettings({ ...settings, seeds: request.seeds }), ports, grouping);
    }
    if (request.action === 'recrawl') {
      if (control.state === 'stopped') return wrong(409, `crawl ${request.crawl} is stopped: resume it first`);
      const until = ports.clock.now() + ANSWER_MS;
      return { status: 200, body: await recrawlAction(request, control, ports, until) };
    }
    if (request.action !== 'status') await switchTo(request.action, control, ports);
    return { status: 200, body: await readStatus(request.crawl, ports) };
  } catch (error) {
    if (error instanceof SettingsError) return wrong(400, error.message);
    throw error;
  }
}

/** Settings may name files, but there are none here. @returns the refusal that says where. */
function filesUnread({ seeds, topic }: Settings): Answer | undefined {
  const lists = seeds.map((seed, i) => (typeof seed !== 'string' && 'file' in seed ? `seeds[${i}]` : ''));
  const filters = topic.filters.map((filter, i) => {
    const read = 'terms' in filter ? filter.termsText !== undefined : Array.isArray(filter.sitesOk);
    return read ? '' : `topic.filters[${i}]`;
  });
  const places = [...lists, ...filters].filter((place) => place !== '');
  return places.length > 0 ? wrong(400, `files must be read in before they are sent: ${places.join(', ')}`) : undefined;
}

/** A stopped crawl has no schedules; they stay with a paused one, which their calls pass over. */
async function switchTo(
  action: keyof typeof STATES,
  { crawl, settingsKey }: Control,
  { control, objects, schedules }: AdminPorts,
): Promise<void> {
  await control.setState(crawl, STATES[action]);
  if (action === 'pause') return;
  const { schedules: own } = await settingsAt(objects, settingsKey);
  await syncSchedules(crawl, action === 'stop' ? { before: own, now: [] } : { before: [], now: own }, schedules);
}

const wrong = (status: number, error: string): Answer => ({ status, body: { error } });

/**
 * May be repeated: a crawl that is there stays as it is, and seeds that were offered are the same items. Other schedules
 * may be given to it at any time; all else of its settings is settled.
 */
async function create(settings: Settings, ports: AdminPorts, grouping: Grouping): Promise<Answer> {
  const { crawl, schedules } = settings;
  const refused = filesUnread(settings);
  if (refused) return refused;
  if (schedules.length > 0 && !ports.schedules) return wrong(400, 'schedules: this stack has none; deploy it again');
  const key = await keep(settings, ports.objects);
  const created = await ports.control.create(crawl, key, ports.clock.now());
  const control = created ? undefined : await ports.control.get(crawl);
  const before = control && (await settingsAt(ports.objects, control.settingsKey));
  if (before && !areSameButSchedules(before, settings))
    return wrong(409, `there is a crawl ${crawl} already, with other settings`);
  if (control && control.settingsKey !== key) await ports.control.setSettingsKey(crawl, key);
  const now = control?.state === 'stopped' ? [] : schedules;
  await syncSchedules(crawl, { before: before?.schedules ?? [], now }, ports.schedules);
  return seed(settings, ports, grouping);
}

/** Both are read anew, which gives them one order. */
function areSameButSchedules(a: Settings, b: Settings): boolean {
  const rest = (settings: Settings) => JSON.stringify(readSettings({ ...settings, schedules: [] }));
  return rest(a) === rest(b);
}

/** The scope is derived from the seeds, so they become part of the settings. */
async function addSeeds(settings: Settings, added: Settings, ports: AdminPorts, grouping: Grouping): Promise<Answer> {
  const refused = filesUnread(added);
  if (refused) return refused;
  const all = readSettings({ ...settings, seeds: [...settings.seeds, ...added.seeds] });
  await ports.control.setSettingsKey(settings.crawl, await keep(all, ports.objects));
  return seed(added, ports, grouping);
}

/** Each version of the settings lies under a key of its own. */
async function keep(settings: Settings, objects: Objects): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(settings));
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const key = `settings/${settings.crawl}/${digest}.json`;
  await objects.put(key, bytes);
  return key;
}

async function seed(settings: Settings, ports: AdminPorts, grouping: Grouping): Promise<Answer> {
  const { accepted, refused } = seedsOf(settings);
  const links = accepted.map(({ url, class: priority }) => ({
    url,
    kind: 'page' as const,
    class: priority,
    depth: 0,
    parent: null,
    score: 1,
  }));
  const counts = await offer({ crawl: settings.crawl, source: 'seed', links, news: [] }, ports, grouping);
  return { status: 200, body: { crawl: settings.crawl, accepted: accepted.map(({ url }) => url), refused, counts } };
}
