import { type Decision, type ExplainedStep, explainStep, isoDate } from '../../frontier/explain/explain-step.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RobotsItem, RobotsStore } from '../../ports/robots-store.ts';
import { keyOfFile } from '../../robots/fetch-robots.ts';
import { productToken } from '../../robots/product-token.ts';
import type { SitePreferences } from '../../robots/rights-files.ts';
import { RIGHTS_FILES, wantedRightsFiles } from '../../robots/rights-files.ts';
import { robotsPolicy } from '../../robots/robots-item.ts';
import { parseRobots, type RobotsRules } from '../../robots/rules.ts';
import { nextOpening } from '../../robots/visit-time.ts';
import { REASONS } from '../../url/reason.ts';
import { hostOf, originOf, type Url } from '../../url/url.ts';
import { ignoredRobotsHosts } from '../robots.ts';
import type { Settings } from '../settings.ts';

/** Stored robots.txt files and the clock, for `explain`. */
export type RobotsPorts = { robots: RobotsStore; clock: Clock };

/** Explains what the stored robots.txt says about a URL: allowed or not, delay, visit time, or why there is no file. */
export async function robotsSteps(
  url: Url,
  { userAgent, politeness, robots: settings }: Settings,
  ports: RobotsPorts,
): Promise<ExplainedStep[]> {
  const item = await ports.robots.get(originOf(url));
  if (!item) return [explainStep('robots', 'unknown', 'robots.txt has not been requested yet')];
  const now = ports.clock.now();
  const policy = robotsPolicy(item, now);
  const agent = productToken(userAgent);
  const rules = parseRobots(item.text, agent, item.origin);
  const steps = [...unreachableSteps(item, policy), ...ignoredSteps(url, settings)];
  if (policy !== 'rules') return steps;
  const line = rules.rule(url) ?? 'no rule matches';
  steps.push(
    rules.allowed(url)
      ? explainStep('robots', 'allowed', line, { at: item.readAt })
      : explainStep('robots', 'refused', line, { at: item.readAt, reason: 'robots' }),
  );
  const preferences: SitePreferences[] = [rules.preferences(url)];
  for (const name of wantedRightsFiles(settings)) {
    const { path, parse } = RIGHTS_FILES[name];
    const file = await ports.robots.get(keyOfFile(originOf(url), path));
    preferences.push(parse(file?.text ?? '', agent)(url));
  }
  for (const [field, value] of preferences.flatMap(Object.entries))
    steps.push(explainStep('robots', 'prefers', `${field}: ${value}`));
  return [...steps, ...delaySteps(rules, politeness.crawlDelayCapS), ...visitTimeSteps(rules, now)];
}

/** Precedes the steps of the file if the crawl ignores its rules. */
function ignoredSteps(url: Url, settings: Settings['robots']): ExplainedStep[] {
  const host = hostOf(url);
  if (!ignoredRobotsHosts(settings)?.(host)) return [];
  return [explainStep('robots', 'ignored', `this crawl ignores the rules: robots.ignore lists ${host}`)];
}

type RobotsPolicy = ReturnType<typeof robotsPolicy>;
/** Decision while robots.txt is unreachable. `rules`: the last good copy still applies. `allow-all`: unreachable for a month. */
const UNREACHABLE: Record<RobotsPolicy, Decision> = {
  rules: 'unreachable',
  'disallow-all': 'refused',
  'allow-all': 'given-up',
};

function unreachableSteps({ cause, unreachableSince, expiresAt }: RobotsItem, policy: RobotsPolicy): ExplainedStep[] {
  if (unreachableSince === undefined) return [];
  const why = cause ? `${REASONS[cause.reason]}: ${cause.detail}` : 'robots.txt could not be read';
  const detail = `${why}; next request at ${isoDate(expiresAt)}`;
  return [explainStep('robots', UNREACHABLE[policy], detail, { at: unreachableSince, reason: 'robots-unreachable' })];
}

function delaySteps({ crawlDelayS }: RobotsRules, capS: number): ExplainedStep[] {
  if (crawlDelayS === null) return [];
  if (crawlDelayS <= capS) return [explainStep('robots', 'pause', `${crawlDelayS} s between requests`)];
  return [explainStep('robots', 'capped', `${capS} s instead of ${crawlDelayS} s`, { reason: 'crawl-delay-capped' })];
}

function visitTimeSteps({ visitTime }: RobotsRules, now: number): ExplainedStep[] {
  if (!visitTime) return [];
  const opens = nextOpening(visitTime, now);
  if (opens <= now) return [explainStep('robots', 'open', 'within the Visit-time of robots.txt')];
  return [explainStep('robots', 'waiting', `opens at ${isoDate(opens)}`, { reason: 'visit-time' })];
}
