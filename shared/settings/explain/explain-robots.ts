import { type Decision, type ExplainedStep, iso, told } from '../../frontier/explain/explain-step.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RobotsItem, RobotsStore } from '../../ports/robots-store.ts';
import { robotsStanding } from '../../robots/answer.ts';
import { productToken } from '../../robots/product-token.ts';
import { type RobotsRules, readRobots } from '../../robots/rules.ts';
import { opensAt } from '../../robots/visit-time.ts';
import { REASONS } from '../../url/reason.ts';
import { hostOf, originOf, type Url } from '../../url/url.ts';
import { ignoresRobots } from '../robots.ts';
import type { Settings } from '../settings.ts';

export type RobotsPorts = { robots: RobotsStore; clock: Clock };

/** What the kept robots.txt says of an address now: leave, pause and hours, or why there is no file. */
export async function robotsSteps(
  url: Url,
  { userAgent, politeness, robots: settings }: Settings,
  ports: RobotsPorts,
): Promise<ExplainedStep[]> {
  const item = await ports.robots.get(originOf(url));
  if (!item) return [told('robots', 'unknown', 'robots.txt was never asked for')];
  const now = ports.clock.now();
  const standing = robotsStanding(item, now);
  const rules = readRobots(item.text, productToken(userAgent), item.origin);
  const steps = [...troubleSteps(item, standing), ...ignoredSteps(url, settings)];
  if (standing !== 'rules') return steps;
  const line = rules.rule(url) ?? 'no line speaks of it';
  steps.push(
    rules.allowed(url)
      ? told('robots', 'allowed', line, { at: item.readAt })
      : told('robots', 'refused', line, { at: item.readAt, reason: 'robots' }),
  );
  return [...steps, ...pauseSteps(rules, politeness.crawlDelayCapS), ...hourSteps(rules, now)];
}

/** What follows is what the file says, and not what is done. */
function ignoredSteps(url: Url, settings: Settings['robots']): ExplainedStep[] {
  const host = hostOf(url);
  if (!ignoresRobots(settings)?.(host)) return [];
  return [told('robots', 'ignored', `it forbids nothing to this crawl: robots.ignore names ${host}`)];
}

type Standing = ReturnType<typeof robotsStanding>;
/** `rules`: the last good copy holds on. `allow-all`: it was asked for in vain for a month. */
const UNREACHABLE: Record<Standing, Decision> = {
  rules: 'unreachable',
  'disallow-all': 'refused',
  'allow-all': 'given-up',
};

function troubleSteps({ cause, unreachableSince, expiresAt }: RobotsItem, standing: Standing): ExplainedStep[] {
  if (unreachableSince === undefined) return [];
  const why = cause ? `${REASONS[cause.reason]}: ${cause.detail}` : 'it could not be read';
  const detail = `${why}; asked for again at ${iso(expiresAt)}`;
  return [told('robots', UNREACHABLE[standing], detail, { at: unreachableSince, reason: 'robots-unreachable' })];
}

function pauseSteps({ crawlDelayS }: RobotsRules, capS: number): ExplainedStep[] {
  if (crawlDelayS === null) return [];
  if (crawlDelayS <= capS) return [told('robots', 'pause', `${crawlDelayS} s between requests`)];
  return [told('robots', 'capped', `${capS} s instead of ${crawlDelayS} s`, { reason: 'crawl-delay-capped' })];
}

function hourSteps({ visitTime }: RobotsRules, now: number): ExplainedStep[] {
  if (!visitTime) return [];
  const opens = opensAt(visitTime, now);
  if (opens <= now) return [told('robots', 'open', 'within the hours that robots.txt names')];
  return [told('robots', 'waiting', `opens at ${iso(opens)}`, { reason: 'visit-time' })];
}
