import type { ExplainedStep } from '../frontier/explain.ts';
import type { Clock } from '../ports/clock.ts';
import type { RobotsItem, RobotsStore } from '../ports/robots-store.ts';
import { robotsStanding } from '../robots/answer.ts';
import { type RobotsRules, readRobots } from '../robots/rules.ts';
import { opensAt } from '../robots/visit-time.ts';
import { REASONS, type Reason } from '../url/reason.ts';
import { originOf, type Url } from '../url/url.ts';
import type { Settings } from './settings.ts';
import { agentToken } from './stages.ts';

export type RobotsPorts = { robots: RobotsStore; clock: Clock };

/** What the kept robots.txt says of an address now: leave, pause and hours, or why there is no file. */
export async function robotsSteps(
  url: Url,
  { userAgent, politeness }: Settings,
  ports: RobotsPorts,
): Promise<ExplainedStep[]> {
  const item = await ports.robots.get(originOf(url));
  if (!item) return [step(null, 'unknown', null, 'robots.txt was never asked for')];
  const now = ports.clock.now();
  const standing = robotsStanding(item, now);
  const rules = readRobots(item.text, agentToken(userAgent), item.origin);
  const steps = troubleSteps(item, standing);
  if (standing !== 'rules') return steps;
  const allowed = rules.allowed(url);
  const line = rules.rule(url) ?? 'no line speaks of it';
  steps.push(step(item.readAt, allowed ? 'allowed' : 'refused', allowed ? null : 'robots', line));
  return [...steps, ...pauseSteps(rules, politeness.crawlDelayCapS), ...hourSteps(rules, now)];
}

function troubleSteps(
  { cause, unreachableSince, expiresAt }: RobotsItem,
  standing: ReturnType<typeof robotsStanding>,
): ExplainedStep[] {
  if (unreachableSince === undefined) return [];
  const why = cause ? `${REASONS[cause.reason]}: ${cause.detail}` : 'it could not be read';
  const again = `asked for again at ${new Date(expiresAt).toISOString()}`;
  const decision = { rules: 'unreachable, the last copy holds', 'disallow-all': 'refused', 'allow-all': 'given up' };
  return [step(unreachableSince, decision[standing], 'robots-unreachable', `${why}; ${again}`)];
}

function pauseSteps({ crawlDelayS }: RobotsRules, capS: number): ExplainedStep[] {
  if (crawlDelayS === null) return [];
  const isCapped = crawlDelayS > capS;
  const detail = isCapped ? `${capS} s instead of ${crawlDelayS} s` : `${crawlDelayS} s between requests`;
  return [step(null, isCapped ? 'capped' : 'pause', isCapped ? 'crawl-delay-capped' : null, detail)];
}

function hourSteps({ visitTime }: RobotsRules, now: number): ExplainedStep[] {
  if (!visitTime) return [];
  const opens = opensAt(visitTime, now);
  if (opens <= now) return [step(null, 'open', null, 'within the hours that robots.txt names')];
  return [step(null, 'waiting', 'visit-time', `opens at ${new Date(opens).toISOString()}`)];
}

function step(at: number | null, decision: string, reason: Reason | null, detail: string): ExplainedStep {
  return { at: at === null || at === 0 ? null : new Date(at).toISOString(), step: 'robots', decision, reason, detail };
}
