import { z } from 'zod';
import { readStatus, type StatusPorts } from '../../shared/frontier/explain/read-status.ts';
import type { Control } from '../../shared/ports/control.ts';
import type { ReindexMessage } from '../../shared/ports/messages.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import type { RobotsStore } from '../../shared/ports/robots-store.ts';
import type { Schedules } from '../../shared/ports/schedules.ts';
import { SettingsError } from '../../shared/settings/faults.ts';
import { syncSchedules } from '../../shared/settings/schedules/sync-schedules.ts';
import { readSettings } from '../../shared/settings/settings.ts';
import type { Grouping } from '../../shared/url/group.ts';
import { settingsAt } from '../crawl-cache.ts';
import { type Answer, wrong } from './answer.ts';
import { CostRequest, costAction } from './cost-action.ts';
import { addSeeds, CreateRequest, createCrawl, SeedRequest, SettingsRequest, settingsAction } from './create-action.ts';
import { ExplainRequest, explainAction } from './explain-action.ts';
import { ListRequest, listAction } from './list-action.ts';
import { ListUrlsRequest, listUrlsAction } from './list-urls-action.ts';
import { OfferRequest, offerAction } from './offer-action.ts';
import { RecrawlRequest, recrawlAction } from './recrawl-action.ts';
import { ReindexRequest, reindexAction } from './reindex-action.ts';

/** Without `schedules` a crawl that has some is refused; without `records` there is no search engine. */
export type AdminPorts = StatusPorts & {
  objects: Objects;
  robots: RobotsStore;
  schedules?: Schedules;
  records?: Pick<Queue<ReindexMessage>, 'send'>;
};

/** The gateway gives up after 30 s: what takes longer is told how far it came. Milliseconds. */
const ANSWER_MS = 20_000;

/** What `POST /admin` takes. Settings name no files: whoever sends them has read those in. */
export const AdminRequest = z.discriminatedUnion('action', [
  CreateRequest,
  SeedRequest,
  SettingsRequest,
  OfferRequest,
  z.strictObject({ action: z.enum(['pause', 'resume', 'stop', 'status']), crawl: z.string() }),
  CostRequest,
  ExplainRequest,
  RecrawlRequest,
  ReindexRequest,
  ListRequest,
  ListUrlsRequest,
]);

/** One that is about a crawl that is there. */
type CrawlRequest = Exclude<z.output<typeof AdminRequest>, { action: 'create' | 'list' }>;

const STATES = { pause: 'paused', resume: 'open', stop: 'stopped' } as const;

/** Does what an operator asks. @returns an HTTP status and what to say; what the operator has wrong is a 4xx. */
export async function administer(given: unknown, ports: AdminPorts, grouping: Grouping): Promise<Answer> {
  const read = AdminRequest.safeParse(given);
  if (!read.success) return wrong(400, z.prettifyError(read.error));
  const request = read.data;
  try {
    if (request.action === 'create') return await createCrawl(readSettings(request.settings), ports, grouping);
    if (request.action === 'list') return { status: 200, body: await listAction(ports.control) };
    const control = await ports.control.get(request.crawl);
    if (!control) return wrong(404, `there is no crawl ${request.crawl}`);
    return await administerCrawl(request, control, ports, grouping);
  } catch (error) {
    if (error instanceof SettingsError) return wrong(400, error.message);
    throw error;
  }
}

async function administerCrawl(
  request: CrawlRequest,
  control: Control,
  ports: AdminPorts,
  grouping: Grouping,
): Promise<Answer> {
  const { crawl } = control;
  const until = ports.clock.now() + ANSWER_MS;
  const said = async (body: Promise<unknown>) => ({ status: 200, body: await body });
  switch (request.action) {
    case 'cost':
      return said(costAction(control, ports));
    case 'explain':
      return said(explainAction(request.url, control, ports));
    case 'list-urls':
      return said(listUrlsAction(request, ports, until));
    case 'seed':
      return control.state === 'stopped' ? closed(crawl) : addSeeds(crawl, request.seeds, ports, grouping);
    case 'settings':
      return said(settingsAction(control, ports));
    case 'reindex':
      return reindexAction(control, ports);
    case 'offer':
      return control.state === 'stopped' ? closed(crawl) : said(offerAction(request, control, ports, grouping));
    case 'recrawl':
      return control.state === 'stopped' ? closed(crawl) : said(recrawlAction(request, control, ports, until));
    default:
      if (request.action !== 'status') await switchTo(request.action, control, ports);
      return said(readStatus(crawl, ports, await settingsAt(ports.objects, control.settingsKey)));
  }
}

const closed = (crawl: string) => wrong(409, `crawl ${crawl} is stopped: resume it first`);

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
