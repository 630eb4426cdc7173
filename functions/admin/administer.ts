import * as z from 'zod';
import type { AdminAnswer } from '../../shared/admin/answers.ts';
import { closedMessage } from '../../shared/admin/closed-message.ts';
import {
  type AdminAction,
  AdminRequestSchema,
  type ParsedAdminRequest,
  type ParsedRequestOf,
} from '../../shared/admin/requests.ts';
import { HEAD_CHANGE_COUNT } from '../../shared/frontier/explain/count-heads.ts';
import { readStatus, type StatusPorts } from '../../shared/frontier/explain/read-status.ts';
import type { AnnotationStore } from '../../shared/ports/annotation-store.ts';
import type { Control } from '../../shared/ports/control.ts';
import type { ObjectMessage, ReindexMessage } from '../../shared/ports/messages.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import type { Random } from '../../shared/ports/random.ts';
import type { RobotsStore } from '../../shared/ports/robots-store.ts';
import type { Schedules } from '../../shared/ports/schedules.ts';
import { needsAlertSchedule, syncAlertSchedule } from '../../shared/settings/alerts/alert-schedule.ts';
import { findMovedSeeds } from '../../shared/settings/explain/moved-seeds.ts';
import { SettingsError } from '../../shared/settings/faults.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { syncSchedules } from '../../shared/settings/schedules/sync-schedules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Grouping } from '../../shared/url/group.ts';
import type { AlertCallPorts } from '../alerts/evaluate-crawl-alerts.ts';
import { loadSettings } from '../crawl-cache.ts';
import { costAction } from './cost-action.ts';
import { addSeeds, handleCreate, settingsAction } from './create-action.ts';
import { dumpAction, loadAction } from './dump-action.ts';
import { listAction } from './list-action.ts';
import { listUrlsAction } from './list-urls-action.ts';
import { offerAction } from './offer-action.ts';
import { recrawlAction } from './recrawl-action.ts';
import { reindexAction } from './reindex-action.ts';
import { type AdminResponse, errorResponse } from './response.ts';
import { topicAction } from './topic-action.ts';

/** Without `schedules`, crawls with schedules are refused, and without `annotations` their actions. Without `records`, the stack has no search engine. */
export type AdminPorts = StatusPorts & {
  objects: Objects;
  robots: RobotsStore;
  schedules?: Schedules;
  records?: Pick<Queue<ReindexMessage | ObjectMessage>, 'send'>;
  /** Loads what only the evaluation of alerts needs. Absent: their schedule alone evaluates them. */
  loadAlerts?: () => Promise<Pick<AlertCallPorts, 'locks' | 'readSecret' | 'random' | 'isSearchUnavailable'>>;
} & ({ annotations?: undefined } | { annotations: AnnotationStore; random: Random });

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
    if (request.action === 'create') {
      return await createOrContinue(readSettings(request.settings), request, ports, grouping);
    }
    if (request.action === 'list') return await ok<'list'>(listAction(ports.control));
    const control = await ports.control.get(request.crawl);
    if (!control) return errorResponse(404, `there is no crawl ${request.crawl}`);
    return await administerCounted(request, control, ports, grouping);
  } catch (error) {
    if (error instanceof SettingsError) return errorResponse(400, error.message);
    throw error;
  }
}

/** Handles a request and marks the stored sums of the crawl as outdated if it may have changed heads, also if it failed. */
async function administerCounted(...given: Parameters<typeof administerCrawl>): Promise<AdminResponse> {
  const [request, { crawl }, { control }] = given;
  try {
    return await administerCrawl(...given);
  } finally {
    if (changesHeads(request)) await control.addUsage(crawl, { [HEAD_CHANGE_COUNT]: 1 });
  }
}

function changesHeads(request: CrawlRequest): boolean {
  if (request.action === 'delete') return request.hosts !== undefined && (request.apply || request.lift);
  return ['load-frontier', 'offer', 'recrawl', 'seed'].includes(request.action);
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
    case 'annotations': {
      if (!ports.annotations) return errorResponse(409, 'this stack has no annotations; deploy it again');
      // Loaded on demand: it detects languages.
      const { annotationsAction } = await import('./annotations-action.ts');
      return annotationsAction(request, ports);
    }
    case 'alerts': {
      if (!ports.records) return errorResponse(409, 'this stack has no search engine: deploy it with another `search`');
      if (!ports.loadAlerts) return errorResponse(409, 'this stack evaluates no alerts; deploy it again');
      // Loaded on demand: it sends messages, which no other action does.
      const { alertsAction } = await import('./alerts-action.ts');
      return alertsAction(request, control, { ...ports, ...(await ports.loadAlerts()) }, ANSWER_WITHIN_MS);
    }
    case 'cost':
      return ok<'cost'>(costAction(control, ports));
    case 'explain': {
      const { explainAction } = await import('./explain-action.ts');
      return ok<'explain'>(explainAction(request.url, control, ports, until));
    }
    case 'topic':
      return ok<'topic'>(topicAction(request, control, ports, until));
    case 'list-urls':
      return ok<'list-urls'>(listUrlsAction(request, ports, until));
    case 'seed':
      return control.state === 'stopped' ? stoppedError(crawl) : addSeeds(crawl, request, ports, grouping);
    case 'dump-frontier':
      return control.state === 'open'
        ? runningError(crawl)
        : ok<'dump-frontier'>(dumpAction(request, control, ports, until));
    case 'load-frontier':
      return control.state === 'open'
        ? runningError(crawl)
        : ok<'load-frontier'>(loadAction(request, control, ports, grouping));
    case 'settings':
      return ok<'settings'>(settingsAction(control, ports));
    case 'reindex':
      return reindexAction(control, ports);
    case 'delete': {
      // Loaded on demand: it reads WARC files, which no other action does.
      const { deleteAction } = await import('./delete-action.ts');
      return ok<'delete'>(deleteAction(request, ports, until));
    }
    case 'reclassify': {
      // Loaded on demand, as no other action writes records of judged pages.
      const { reclassifyAction } = await import('./reclassify-action.ts');
      return reclassifyAction(request, control, ports, grouping, until);
    }
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

/**
 * Creates a crawl or continues it. A paused or stopped crawl is refused, or with `resume` opened after its settings were accepted. With `paused` it
 * stays so, and an open crawl is refused.
 */
async function createOrContinue(
  settings: Settings,
  { resume = false, paused = false, removeLimits = false }: ParsedRequestOf<'create'>,
  ports: AdminPorts,
  grouping: Grouping,
): Promise<AdminResponse> {
  const control = await ports.control.get(settings.crawl);
  const isClosed = control !== undefined && control.state !== 'open';
  if (isClosed && !resume && !paused) return errorResponse(409, closedMessage(control));
  if (control?.state === 'open' && paused) return runningError(settings.crawl);
  const answer = await handleCreate(settings, ports, grouping, { paused, removeLimits });
  if (isClosed && resume && answer.status === 200)
    await changeState('resume', (await ports.control.get(settings.crawl)) ?? control, ports);
  return answer;
}

/** @returns the status of a crawl that is known to exist. */
async function existingStatus({ crawl, settingsKey }: Control, ports: AdminPorts): Promise<AdminAnswer<'status'>> {
  const settings = await loadSettings(ports.objects, settingsKey);
  const status = (await readStatus(crawl, ports, settings))!;
  // Followers of a running crawl ask every few seconds, and the seeds' hosts are read one by one.
  return status.state === 'running' ? status : { ...status, ...(await findMovedSeeds(settings, ports)) };
}

const ok = async <Action extends AdminAction>(body: Promise<AdminAnswer<Action>>): Promise<AdminResponse> => ({
  status: 200,
  body: await body,
});

const runningError = (crawl: string) =>
  errorResponse(409, `crawl ${crawl} is open: pause it first, so that its frontier does not change meanwhile`);

const stoppedError = (crawl: string) => errorResponse(409, `crawl ${crawl} is stopped: resume it first`);

/** Deletes the schedules of a crawl that is stopped. A paused crawl keeps its schedules; their calls do nothing. */
async function changeState(
  action: keyof typeof STATES,
  { crawl, settingsKey }: Control,
  { control, objects, schedules }: AdminPorts,
): Promise<void> {
  await control.setState(crawl, STATES[action]);
  if (action === 'pause') return;
  const settings = await loadSettings(objects, settingsKey);
  const { schedules: own } = settings;
  await syncSchedules(crawl, action === 'stop' ? { before: own, now: [] } : { before: [], now: own }, schedules);
  const isNeeded = needsAlertSchedule(settings);
  await syncAlertSchedule(crawl, { before: isNeeded, now: isNeeded && action !== 'stop' }, schedules);
}
