import { createHash } from 'node:crypto';
import { z } from 'zod';
import { offer } from '../shared/frontier/offer.ts';
import { readStatus, type StatusPorts } from '../shared/frontier/read-status.ts';
import type { Control, CrawlState } from '../shared/ports/control.ts';
import type { Objects } from '../shared/ports/objects.ts';
import type { RobotsStore } from '../shared/ports/robots-store.ts';
import type { Schedules } from '../shared/ports/schedules.ts';
import { SettingsError } from '../shared/settings/faults.ts';
import { seedsOf } from '../shared/settings/rules.ts';
import { isToGather } from '../shared/settings/seeds.ts';
import { readSettings, type Settings } from '../shared/settings/settings.ts';
import { syncSchedules } from '../shared/settings/sync-schedules.ts';
import type { Grouping } from '../shared/url/group.ts';
import { CostRequest, costAction } from './cost-action.ts';
import { settingsAt } from './crawls.ts';
import { ExplainRequest, explainAction } from './explain-action.ts';
import { ListRequest, listAction } from './list-action.ts';
import { ListUrlsRequest, listUrlsAction } from './list-urls-action.ts';
import { OfferRequest, offerAction } from './offer-action.ts';
import { RecrawlRequest, recrawlAction } from './recrawl-action.ts';

/** Without `schedules` a crawl that has some is refused. */
export type AdminPorts = StatusPorts & { objects: Objects; robots: RobotsStore; schedules?: Schedules };

/** The gateway gives up after 30 s: what takes longer is told how far it came. Milliseconds. */
const ANSWER_MS = 20_000;

/** What `POST /admin` takes. Settings name no files: whoever sends them has read those in. */
const Request = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('create'), settings: z.unknown() }),
  z.strictObject({ action: z.literal('seed'), crawl: z.string(), seeds: z.array(z.unknown()) }),
  OfferRequest,
  z.strictObject({ action: z.enum(['pause', 'resume', 'stop', 'status']), crawl: z.string() }),
  CostRequest,
  ExplainRequest,
  RecrawlRequest,
  ListRequest,
  ListUrlsRequest,
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
    if (request.action === 'cost') return { status: 200, body: await costAction(control, ports) };
    if (request.action === 'explain') return { status: 200, body: await explainAction(request.url, control, ports) };
    if (request.action === 'list-urls')
      return { status: 200, body: await listUrlsAction(request, ports, ports.clock.now() + ANSWER_MS) };
    if (request.action === 'seed') return await addSeeds(request.crawl, request.seeds, ports, grouping);
    if (request.action === 'offer') {
      if (control.state === 'stopped') return wrong(409, `crawl ${request.crawl} is stopped: resume it first`);
      return { status: 200, body: await offerAction(request, control, ports, grouping) };
    }
    if (request.action === 'recrawl') {
      if (control.state === 'stopped') return wrong(409, `crawl ${request.crawl} is stopped: resume it first`);
      const until = ports.clock.now() + ANSWER_MS;
      return { status: 200, body: await recrawlAction(request, control, ports, until) };
    }
    if (request.action !== 'status') await switchTo(request.action, control, ports);
    const settings = await settingsAt(ports.objects, control.settingsKey);
    return { status: 200, body: await readStatus(request.crawl, ports, settings) };
  } catch (error) {
    if (error instanceof SettingsError) return wrong(400, error.message);
    throw error;
  }
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
 * May be repeated: a crawl that is there stays as it is, also with the seeds that were added to it since, and seeds that
 * were offered are the same items. Other schedules may be given to it at any time; all else of its settings is settled.
 */
async function create(settings: Settings, ports: AdminPorts, grouping: Grouping): Promise<Answer> {
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
  const rest = (settings: Settings) => JSON.stringify(readSettings({ ...settings, seeds: crawl.seeds, schedules: [] }));
  return rest(crawl) === rest(given) && seedsBeyond(crawl, given).length === 0;
}

/** Seeds among these that the crawl does not have. */
function seedsBeyond(crawl: Settings, { seeds }: Settings): Settings['seeds'] {
  const own = new Set(crawl.seeds.map((one) => JSON.stringify(one)));
  return seeds.filter((one) => !own.has(JSON.stringify(one)));
}

/** The scope is derived from the seeds, so they become part of the settings. */
async function addSeeds(crawl: string, seeds: unknown[], ports: AdminPorts, grouping: Grouping): Promise<Answer> {
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
  { control, objects }: AdminPorts,
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

async function seed(settings: Settings, ports: AdminPorts, grouping: Grouping): Promise<Answer> {
  const { accepted: links, refused } = seedsOf(settings);
  const counts = await offer({ crawl: settings.crawl, source: 'seed', links, news: [] }, ports, grouping);
  return { status: 200, body: { crawl: settings.crawl, accepted: links.map(({ url }) => url), refused, counts } };
}
