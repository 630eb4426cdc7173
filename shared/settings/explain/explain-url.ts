import { type ExplainPorts, type Explanation, explain } from '../../frontier/explain/explain.ts';
import { type ExplainedStep, explainStep } from '../../frontier/explain/explain-step.ts';
import type { Clock } from '../../ports/clock.ts';
import { normalize } from '../../url/normalize.ts';
import { REASONS } from '../../url/reason.ts';
import { hostOf, type Url } from '../../url/url.ts';
import { seedsOf, urlRulesOf } from '../rules.ts';
import type { Settings } from '../settings.ts';
import { budgetSteps } from './explain-budgets.ts';
import { type RobotsPorts, robotsSteps } from './explain-robots.ts';
import { ruleSteps } from './explain-rules.ts';
import { spellingSteps } from './explain-spelling.ts';

/** Without `robots` there are no robots.txt steps; without a clock also no limits of the crawl. */
export type ExplainUrlPorts = ExplainPorts & Partial<RobotsPorts>;

/**
 * Explains a URL as typed by a user: how it is normalised, what the rules, budgets and robots.txt say about it today, and its
 * history in the crawl. Also works for URLs that the crawl has never seen.
 */
export async function explainUrl(input: string, settings: Settings, ports: ExplainUrlPorts): Promise<Explanation> {
  const rules = urlRulesOf(settings);
  const normalized = normalize(input, undefined, rules);
  if (normalized.kind === 'refused') {
    const { reason } = normalized;
    return {
      url: input,
      state: `refused.${reason}`,
      steps: [explainStep('spelling', 'refused', REASONS[reason], { reason })],
    };
  }
  const { url, href } = normalized;
  const seeds = seedsOf(settings).accepted.map((seed) => seed.url);
  const history = await explain(settings.crawl, url, ports);
  const { robots, clock } = ports;
  const today = [
    ...ruleSteps(url, seeds, settings, history.depth),
    strategyStep(settings),
    ...(await budgetStepsOf(url, settings, ports, clock)),
    ...(robots && clock ? await robotsSteps(url, settings, { robots, clock }) : []),
  ];
  return { url, state: history.state, steps: [...spellingSteps(input, href, url, rules), ...today, ...history.steps] };
}

function strategyStep({ strategy, followRedirects, autoRecycleLinks }: Settings): ExplainedStep {
  const links = autoRecycleLinks ? 'links are followed' : 'links are not followed (autoRecycleLinks)';
  const redirects = followRedirects ? 'redirects in the same visit' : 'redirects as links (followRedirects)';
  return explainStep('strategy', 'chosen', `${strategy}; ${links}, ${redirects}`);
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
