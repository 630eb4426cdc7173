import type { ReclassifyAnswer } from '../../shared/admin/answers.ts';
import type { ParsedRequestOf } from '../../shared/admin/requests.ts';
import type { ExplainingJudge } from '../../shared/classify/judge.ts';
import type { ReclassifyPorts } from '../../shared/classify/reclassify/reclassify-crawl.ts';
import { type ReclassifyPosition, reclassifyPart } from '../../shared/classify/reclassify/reclassify-part.ts';
import { createReport } from '../../shared/classify/reclassify/reclassify-report.ts';
import { createRecentLinks } from '../../shared/frontier/recent-links.ts';
import { addCounts } from '../../shared/meter/add-counts.ts';
import type { Control, ControlStore, Counts } from '../../shared/ports/control.ts';
import { type AppliedSettings, readApplied, storeApplied } from '../../shared/settings/applied/applied-settings.ts';
import { loadJudge } from '../../shared/settings/applied/load-judge.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { classifyOptionsOf } from '../../shared/settings/stages/classify-options.ts';
import { compileTopic } from '../../shared/settings/topic/compile-topic.ts';
import { loadModels } from '../../shared/settings/topic-models.ts';
import type { Grouping } from '../../shared/url/group.ts';
import { compileKnownRules } from '../../shared/url/scope.ts';
import { loadSettings } from '../crawl-cache.ts';
import { withTopicPlugins } from '../plugins.ts';
import { changeSettings } from './change-settings.ts';
import { type AdminResponse, errorResponse } from './response.ts';

/** Without `records`, the stack has no search engine. */
type Ports = Omit<ReclassifyPorts, 'records'> & { control: ControlStore; records?: ReclassifyPorts['records'] };
type Request = ParsedRequestOf<'reclassify'>;

/** Number of links that one call remembers, to offer menus once. */
const MAX_REMEMBERED_LINKS = 2 ** 16;

/** Maximum number of topics of runs that were not completed. A run under a topic before these has long reached the index. */
const MAX_PENDING = 4;

/**
 * Judges stored documents again as far as time allows. Repeat it with `position` of the answer.
 *
 * @param until deadline for the answer, epoch ms
 * @throws SettingsError if the topic is invalid
 */
export async function reclassifyAction(
  request: Request,
  control: Control,
  ports: Ports,
  grouping: Grouping,
  until: number,
): Promise<AdminResponse> {
  const { crawl, apply } = request;
  if (apply && control.state === 'open') return errorResponse(409, openMessage(crawl));
  const before = await readApplied(crawl, control.settingsKey, ports.objects);
  if (apply && request.position && request.position.run !== before.runs)
    return errorResponse(409, `another reclassification of crawl ${crawl} was started meanwhile: repeat the command`);
  const stored = await loadSettings(ports.objects, control.settingsKey);
  // Later calls of an applied run find the new topic in the settings.
  const settings = apply && request.position ? stored : withTopic(stored, request.topic);
  const applied = apply && !request.position ? await start(control, before, settings, ports) : before;

  const options = { ...(await loadRules(settings, applied, ports, grouping)), stopped: control.state === 'stopped' };
  const report = createReport();
  const counts: Counts = {};
  const onObject = async (more: Counts) => addCounts(counts, more);
  const { position, surveyed, judged } = await reclassifyPart(
    {
      crawl,
      ports: { ...ports, records: ports.records ?? { send: async () => {} } },
      options,
      run: { isApplied: apply, onObject },
      report,
    },
    request.position ?? firstPosition(ports.clock.now()),
    () => ports.clock.now() < until,
  );
  // Adds the metered usage of this call too.
  await ports.control.addUsage(crawl, counts);
  if (apply && !position) await finish(crawl, applied, ports);
  const answer: ReclassifyAnswer = {
    crawl,
    report,
    cutOffs: [...options.judge.cutOffs],
    ...(position
      ? { position: { ...position, run: applied.runs } }
      : { storedMeanwhile: Math.max(0, judged - surveyed) }),
  };
  return { status: 200, body: answer };
}

/** Loads the rules by which documents are judged, and those by which they were judged before. */
async function loadRules(
  settings: Settings,
  applied: AppliedSettings,
  { objects, records }: Ports,
  grouping: Grouping,
) {
  const loaded = await withTopicPlugins(await loadModels(settings, objects));
  const judge = compileTopic(loaded);
  const pending = await Promise.all((applied.pending ?? []).map((key) => loadJudge(key, objects)));
  const hasIndex = records !== undefined;
  return {
    ...classifyOptionsOf(loaded, grouping, hasIndex),
    judge,
    refuse: compileKnownRules(loaded),
    judgeBefore: await loadJudge(applied.judgedBy, objects),
    pendingJudges: pending.filter((one): one is ExplainingJudge => one !== undefined),
    hasIndex,
    recentLinks: createRecentLinks(MAX_REMEMBERED_LINKS),
    run: applied.runs,
  };
}

const openMessage = (crawl: string) =>
  `crawl ${crawl} is open: pause it first (npx thresher pause --target aws --name ${crawl}) and wait five minutes for its running visits, so that no page changes meanwhile`;

const withTopic = (settings: Settings, topic: unknown): Settings =>
  topic === undefined ? settings : readSettings({ ...settings, topic });

function firstPosition(now: number): ReclassifyPosition {
  const survey = `${now.toString(36)}-${crypto.randomUUID().slice(0, 8)}`;
  return { survey, phase: 'survey', part: 0, parts: 1, surveyed: 0, judged: 0 };
}

/** Stores the new topic. The mark comes first: if the run is not completed, the next one knows what may be on its way. */
async function start(
  { crawl, settingsKey }: Control,
  before: AppliedSettings,
  { topic }: Settings,
  ports: Pick<Ports, 'control' | 'objects'>,
): Promise<AppliedSettings> {
  const pending = [...new Set([...(before.pending ?? []), settingsKey, before.judgedBy])].slice(-MAX_PENDING);
  const applied = { ...before, runs: before.runs + 1, pending };
  await storeApplied(crawl, applied, ports.objects);
  await changeSettings(crawl, ports, (settings) => readSettings({ ...settings, topic }));
  return applied;
}

async function finish(
  crawl: string,
  { pending: _, ...applied }: AppliedSettings,
  { control, objects }: Pick<Ports, 'control' | 'objects'>,
): Promise<void> {
  const { settingsKey } = (await control.get(crawl))!;
  await storeApplied(crawl, { ...applied, judgedBy: settingsKey }, objects);
}
