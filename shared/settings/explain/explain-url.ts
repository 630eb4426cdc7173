import { type ExplainPorts, type Explanation, explain } from '../../frontier/explain/explain.ts';
import { type ExplainedStep, told } from '../../frontier/explain/explain-step.ts';
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

/** Without `robots` nothing is told of robots.txt, without a clock neither that nor of limits of the crawl. */
export type ExplainUrlPorts = ExplainPorts & Partial<RobotsPorts>;

/**
 * The whole story of an address as somebody typed it: how it is spelled, what the crawl's rules, budgets and robots.txt say
 * of it today (also of one that was never seen), and then what came of it.
 */
export async function explainUrl(input: string, settings: Settings, ports: ExplainUrlPorts): Promise<Explanation> {
  const rules = urlRulesOf(settings);
  const spelled = normalize(input, undefined, rules);
  if (spelled.kind === 'refused') {
    const { reason } = spelled;
    return {
      url: input,
      state: `refused.${reason}`,
      steps: [told('spelling', 'refused', REASONS[reason], { reason })],
    };
  }
  const { url, href } = spelled;
  const seeds = seedsOf(settings).accepted.map((seed) => seed.url);
  const story = await explain(settings.crawl, url, ports);
  const { robots, clock } = ports;
  const today = [
    ...ruleSteps(url, seeds, settings, story.depth),
    strategyStep(settings),
    ...(await roomFor(url, settings, ports, clock)),
    ...(robots && clock ? await robotsSteps(url, settings, { robots, clock }) : []),
  ];
  return { url, state: story.state, steps: [...spellingSteps(input, href, url, rules), ...today, ...story.steps] };
}

function strategyStep({ strategy, followRedirects, autoRecycleLinks }: Settings): ExplainedStep {
  const links = autoRecycleLinks ? 'links are followed' : 'links are not followed (autoRecycleLinks)';
  const redirects = followRedirects ? 'redirects in the same visit' : 'redirects as links (followRedirects)';
  return told('strategy', 'chosen', `${strategy}; ${links}, ${redirects}`);
}

async function roomFor(
  url: Url,
  settings: Settings,
  { control: controls, frontier }: ExplainPorts,
  clock: Clock | undefined,
): Promise<ExplainedStep[]> {
  const { crawl } = settings;
  const control = await controls.get(crawl);
  if (!control) return [];
  const head = await frontier.head({ crawl, host: hostOf(url) });
  return budgetSteps(url, settings, { control, head, frontier, now: clock?.now() });
}
