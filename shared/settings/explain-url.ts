import { type ExplainedStep, type ExplainPorts, type Explanation, explain } from '../frontier/explain.ts';
import { normalize } from '../url/normalize.ts';
import { REASONS, type Reason } from '../url/reason.ts';
import { compileScope } from '../url/scope.ts';
import type { Url } from '../url/url.ts';
import { type RobotsPorts, robotsSteps } from './explain-robots.ts';
import { scopeRulesOf, seedsOf, urlRulesOf } from './rules.ts';
import type { Settings } from './settings.ts';

/** The whole story of an address as somebody typed it: how it is spelled, what the crawl's rules say of it today, what came of it. */
export async function explainUrl(
  input: string,
  settings: Settings,
  ports: ExplainPorts & Partial<RobotsPorts>,
): Promise<Explanation> {
  const spelled = normalize(input, undefined, urlRulesOf(settings));
  if (spelled.kind === 'refused')
    return { url: input, state: `refused.${spelled.reason}`, steps: [refusal('spelling', spelled.reason)] };
  const story = await explain(settings.crawl, spelled.url, ports);
  const { robots, clock } = ports;
  const said = robots && clock ? await robotsSteps(spelled.url, settings, { robots, clock }) : [];
  return { ...story, steps: [...ruleSteps(input, spelled.url, settings), ...said, ...story.steps] };
}

/** What the rules say of the address, were it found as a link. */
function ruleSteps(input: string, url: Url, settings: Settings): ExplainedStep[] {
  const seeds = seedsOf(settings).accepted.map((seed) => seed.url);
  const isSeed = seeds.includes(url);
  const reason = compileScope(scopeRulesOf(settings, seeds))({ url, depth: 0, discovered: isSeed ? 'seed' : 'link' });
  const spelling: ExplainedStep = step('spelling', 'accepted', null, input === url ? 'as given' : `from ${input}`);
  if (reason !== undefined) return [spelling, refusal('rules', reason)];
  return [spelling, step('rules', 'accepted', null, isSeed ? 'a seed' : `inside the scope (${settings.scope})`)];
}

function refusal(name: string, reason: Reason): ExplainedStep {
  return step(name, 'refused', reason, REASONS[reason]);
}

function step(name: string, decision: string, reason: Reason | null, detail: string): ExplainedStep {
  return { at: null, step: name, decision, reason, detail };
}
