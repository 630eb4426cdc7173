import type { PersonVerdicts } from '../../classify/judgements/judgement-store.ts';
import type { SamplePorts } from '../../classify/review/sample-objects.ts';
import type { ExplainedUrl } from '../../classify/review/topic-explanation.ts';
import { type ExplainPorts, explain } from '../../frontier/explain/explain.ts';
import { type ExplainedStep, explainStep } from '../../frontier/explain/explain-step.ts';
import type { PageEntry } from '../../frontier/host/entry.ts';
import type { Clock } from '../../ports/clock.ts';
import { hostOf, type Url } from '../../url/url.ts';
import { learnsLinks } from '../frontier-options.ts';
import { learnsByCindi } from '../learning/model-kinds.ts';
import { seedsOf, urlRulesOf } from '../rules.ts';
import type { Settings } from '../settings.ts';
import { budgetSteps, domainStep } from './explain-budgets.ts';
import { explainByCindi } from './explain-cindi.ts';
import { linkSteps } from './explain-links.ts';
import { nearDuplicateSteps } from './explain-near-duplicates.ts';
import { explainPriority } from './explain-priority.ts';
import { judgeRedirect } from './explain-redirect.ts';
import { withRendering } from './explain-rendering.ts';
import { type RobotsPorts, robotsSteps } from './explain-robots.ts';
import { ruleSteps } from './explain-rules.ts';
import { explainSpelling } from './explain-spelling.ts';
import { explainTopic, type TopicPorts } from './explain-topic.ts';

/**
 * Without `robots` there are no robots.txt steps; without a clock also no limits of the crawl; without `objects` no topic and no
 * linking pages. `hasTime`: whether there is time to read another object; absent: always. `verdicts`: of a person; absent: none.
 */
export type ExplainUrlPorts = ExplainPorts &
  Partial<RobotsPorts> & { objects?: SamplePorts['objects']; hasTime?: () => boolean; verdicts?: PersonVerdicts };

/**
 * Explains a URL as typed by a user: how it is normalised, what the rules, budgets and robots.txt say about it today, and its
 * history in the crawl. Also works for URLs that the crawl has never seen.
 */
export async function explainUrl(input: string, settings: Settings, ports: ExplainUrlPorts): Promise<ExplainedUrl> {
  const spelling = explainSpelling(input, urlRulesOf(settings));
  if ('refused' in spelling) return spelling.refused;
  const { url } = spelling;
  const seeds = seedsOf(settings).accepted.map((seed) => seed.url);
  const history = await explain(settings.crawl, url, ports);
  const { robots, clock } = ports;
  const stored = await storedPages(settings.crawl, ports);
  const judged = history.page && stored ? await explainTopic(history.page, settings, stored) : undefined;
  const today = [
    ...ruleSteps(url, seeds, settings, history.depth),
    strategyStep(settings),
    ...(await budgetStepsOf(url, settings, ports, clock)),
    ...(robots && clock ? await robotsSteps(url, settings, { robots, clock }) : []),
  ];
  const isRefused = today.some(({ step, decision }) => step === 'rules' && decision === 'refused');
  const isMissing = history.state === 'unknown' && !isRefused;
  const links = isMissing && stored ? await linkSteps(url, settings, stored) : [];
  const evidence = history.evidence ?? judged?.evidence;
  const state = history.evidence === undefined ? 'was fetched' : 'waits';
  const ranked =
    stored && evidence !== undefined && learnsLinks(settings)
      ? await (learnsByCindi(settings) ? explainByCindi : explainPriority)(
          url,
          evidence,
          state,
          settings,
          stored.objects,
        )
      : undefined;
  const { page, depth } = history;
  const budget = page?.to ? await domainBudgetOf(page.to, settings, ports) : [];
  const judgedPast = judgeRedirect(history.steps, { to: page?.to, depth, budget }, seeds, settings);
  const rendered = withRendering(judgedPast, page, settings);
  const near = await nearStepsOf(page?.record, settings, ports);
  const past = withPriority(withNear(withTopic(rendered, judged?.steps ?? []), near), ranked?.step);
  const steps = [...spelling.steps, ...today, ...links, ...past];
  return {
    url,
    state: history.state,
    steps,
    ...(judged?.topic && { topic: judged.topic }),
    ...(ranked && { priority: ranked.priority }),
  };
}

/** Returns what is needed to read stored pages; undefined if they are out of reach. */
async function storedPages(
  crawl: string,
  { objects, clock, control: controls, index, hasTime, verdicts }: ExplainUrlPorts,
): Promise<TopicPorts | undefined> {
  const control = objects && clock && (await controls.get(crawl));
  return control && { objects, createdAt: control.createdAt, now: clock.now(), index, hasTime, verdicts };
}

/** Inserts the steps of the topic behind the stored verdict. */
function withTopic(steps: readonly ExplainedStep[], topic: readonly ExplainedStep[]): ExplainedStep[] {
  const i = steps.findLastIndex(({ step }) => step === 'classify') + 1;
  return [...steps.slice(0, i), ...topic, ...steps.slice(i)];
}

/** Returns the steps on near-duplicates of a page; none if it has no record, or the search index is out of reach. */
async function nearStepsOf(
  id: PageEntry['record'],
  settings: Settings,
  { index, clock }: ExplainUrlPorts,
): Promise<ExplainedStep[]> {
  if (!id || !index) return [];
  return nearDuplicateSteps(settings, await index.get(settings.crawl, id), index, clock?.now());
}

/** Inserts the steps on near-duplicates behind those on the record. */
function withNear(steps: readonly ExplainedStep[], near: readonly ExplainedStep[]): ExplainedStep[] {
  const i = steps.findLastIndex(({ step }) => step === 'record' || step === 'duplicates') + 1;
  return [...steps.slice(0, i), ...near, ...steps.slice(i)];
}

/** Inserts the step of the priority behind where the URL was found and queued. */
function withPriority(steps: readonly ExplainedStep[], priority: ExplainedStep | undefined): ExplainedStep[] {
  if (!priority) return [...steps];
  const i = steps.findLastIndex(({ step }) => step === 'found' || step === 'queue') + 1;
  return [...steps.slice(0, i), priority, ...steps.slice(i)];
}

function strategyStep({ strategy, followRedirects, autoRecycleLinks }: Settings): ExplainedStep {
  const links = autoRecycleLinks ? 'links are followed' : 'links are not followed (autoRecycleLinks)';
  const redirects = followRedirects ? 'redirects in the same visit' : 'redirects as links (followRedirects)';
  return explainStep('strategy', 'chosen', `${strategy}; ${links}, ${redirects}`);
}

async function domainBudgetOf(url: Url, settings: Settings, { frontier }: ExplainPorts): Promise<ExplainedStep[]> {
  const head = await frontier.getHead({ crawl: settings.crawl, host: hostOf(url) });
  return domainStep(url, settings, head, frontier);
}

async function budgetStepsOf(
  url: Url,
  settings: Settings,
  { control: controls, frontier }: ExplainPorts,
  clock: Clock | undefined,
): Promise<ExplainedStep[]> {
  const { crawl } = settings;
  const control = await controls.get(crawl);
  if (!control) return [];
  const head = await frontier.getHead({ crawl, host: hostOf(url) });
  return budgetSteps(url, settings, { control, head, frontier, now: clock?.now() });
}
