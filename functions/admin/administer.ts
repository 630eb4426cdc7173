import { z } from 'zod';
import type { AdminAnswer } from '../../shared/admin/answers.ts';
import { type AdminAction, AdminRequestSchema, type ParsedAdminRequest } from '../../shared/admin/requests.ts';
import { readStatus, type StatusPorts } from '../../shared/frontier/explain/read-status.ts';
import type { Control } from '../../shared/ports/control.ts';
import type { ReindexMessage } from '../../shared/ports/messages.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import type { RobotsStore } from '../../shared/ports/robots-store.ts';
import type { Schedules } from '../../shared/ports/schedules.ts';
import { SettingsError } from '../../shared/settings/faults.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { syncSchedules } from '../../shared/settings/schedules/sync-schedules.ts';
import type { Grouping } from '../../shared/url/group.ts';
import { loadSettings } from '../crawl-cache.ts';
import { costAction } from './cost-action.ts';
import { addSeeds, handleCreate, settingsAction } from './create-action.ts';
import { explainAction } from './explain-action.ts';
import { listAction } from './list-action.ts';
import { listUrlsAction } from './list-urls-action.ts';
import { offerAction } from './offer-action.ts';
import { recrawlAction } from './recrawl-action.ts';
import { reindexAction } from './reindex-action.ts';
import { type AdminResponse, errorResponse } from './response.ts';

/** Without `schedules`, crawls with schedules are refused. Without `records`, the stack has no search engine. */
export type AdminPorts = StatusPorts & {
  objects: Objects;
  robots: RobotsStore;
  schedules?: Schedules;
  records?: Pick<Queue<ReindexMessage>, 'send'>;
};

/** Time after which a long action answers with what it has done so far. The gateway times out after 30 s. Milliseconds. */
const ANSWER_WITHIN_MS = 20_000;

/** A request about an existing crawl. */
type CrawlRequest = Exclude<ParsedAdminRequest, { action: 'create' | 'list' }>;

const STATES = { pause: 'paused', resume: 'open', stop: 'stopped' } as const;

/** Handles a request of `POST /admin`. @returns the HTTP status and body; errors in the request give a 4xx status. */
export async function administer(input: unknown, ports: AdminPorts, grouping: Grouping): Promise<AdminResponse> {
  const parsed = AdminRequestSchema.safeParse(input);
  if (!parsed.success) return errorResponse(400, z.prettifyError(parsed.error));
  const request = parsed.data;
  try {
    if (request.action === 'create') return await handleCreate(readSettings(request.settings), ports, grouping);
    if (request.action === 'list') return await ok<'list'>(listAction(ports.control));
    const control = await ports.control.get(request.crawl);
    if (!control) return errorResponse(404, `there is no crawl ${request.crawl}`);
    return await administerCrawl(request, control, ports, grouping);
  } catch (error) {
    if (error instanceof SettingsError) return errorResponse(400, error.message);
    throw error;
  }
}

async function administerCrawl(
  request: CrawlRequest,
  control: Control,
  ports: AdminPorts,
  grouping: Grouping,
): Promise<AdminResponse> {
  const { crawl } = control;
  const until = ports.clock.now() + ANSWER_WITHIN_MS;
  switch (request.action) {
    case 'cost':
      return ok<'cost'>(costAction(control, ports));
    case 'explain':
      return ok<'explain'>(explainAction(request.url, control, ports));
    case 'list-urls':
      return ok<'list-urls'>(listUrlsAction(request, ports, until));
    case 'seed':
      return control.state === 'stopped' ? stoppedError(crawl) : addSeeds(crawl, request.seeds, ports, grouping);
    case 'settings':
      return ok<'settings'>(settingsAction(control, ports));
    case 'reindex':
      return reindexAction(control, ports);
    case 'offer':
      return control.state === 'stopped'
        ? stoppedError(crawl)
        : ok<'offer'>(offerAction(request, control, ports, grouping));
    case 'recrawl':
      return control.state === 'stopped'
        ? stoppedError(crawl)
        : ok<'recrawl'>(recrawlAction(request, control, ports, until));
    default:
      if (request.action !== 'status') await changeState(request.action, control, ports);
      return ok<'status'>(existingStatus(control, ports));
  }
}

/** @returns the status of a crawl that is known to exist. */
async function existingStatus({ crawl, settingsKey }: Control, ports: AdminPorts): Promise<AdminAnswer<'status'>> {
  return (await readStatus(crawl, ports, await loadSettings(ports.objects, settingsKey)))!;
}

const ok = async <Action extends AdminAction>(body: Promise<AdminAnswer<Action>>): Promise<AdminResponse> => ({
  status: 200,
  body: await body,
});

const stoppedError = (crawl: string) => errorResponse(409, `crawl ${crawl} is stopped: resume it first`);

/** Deletes the schedules of a crawl that is stopped. A paused crawl keeps its schedules; their calls do nothing. */
async function changeState(
  action: keyof typeof STATES,
  { crawl, settingsKey }: Control,
  { control, objects, schedules }: AdminPorts,
): Promise<void> {
  await control.setState(crawl, STATES[action]);
  if (action === 'pause') return;
  const { schedules: own } = await loadSettings(objects, settingsKey);
  await syncSchedules(crawl, action === 'stop' ? { before: own, now: [] } : { before: [], now: own }, schedules);
}
