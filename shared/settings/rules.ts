/** The settings that are rules on addresses, in the form in which the URL room takes them. */

import type { OfferedLink } from '../frontier/enqueue-links.ts';
import { seedClass } from '../frontier/strategy.ts';
import { acceptSeed, type SeedRules } from '../seeds/accept-seed.ts';
import type { Reason } from '../url/reason.ts';
import { checkRules, compileScope, type ScopeRules } from '../url/scope.ts';
import type { Url } from '../url/url.ts';
import { checkUrlRules, type UrlRules } from '../url/url-rules.ts';
import { unreadExtensions } from './documents.ts';
import type { Fault } from './faults.ts';
import { listOnTheWeb, type SeedSetting } from './seeds.ts';
import type { Settings } from './settings.ts';

type UrlSettings =
  | 'sessionIds'
  | 'trackingParameters'
  | 'aliases'
  | 'foldSlashes'
  | 'dropIndexPages'
  | 'sortParameters'
  | 'limits'
  | 'fetch';

export function urlRulesOf(settings: Pick<Settings, UrlSettings>): UrlRules {
  const { trackingParameters, sessionIds, aliases, foldSlashes, dropIndexPages, sortParameters } = settings;
  const reshaping = { foldSlashes, dropIndexPages, sortParameters };
  const { maxUrlLength } = settings.limits;
  return { trackingParameters, sessionIds, aliases, ...reshaping, maxUrlLength, ftp: settings.fetch.ftp };
}

/** @param seeds normalised: the scope is derived from them. */
export function scopeRulesOf(settings: Settings, seeds: readonly Url[]): ScopeRules {
  const { scope, allow, exclude, stopDirectories, limits } = settings;
  const { maxDepth, maxPathDepth } = limits;
  const bounds = { maxDepth, maxPathDepth, binaryExtensions: unreadExtensions(settings), stopDirectories };
  const seedKeys = settings.seeds.flatMap((seed) => (typeof seed === 'object' && 'keys' in seed ? seed.keys : []));
  return { scope, seeds, seedKeys, allow, exclude, ...bounds };
}

export type Seeds = {
  /** Each once, in the order given. Lists are fetched for what they name. */
  accepted: OfferedLink[];
  /** `input`: as it was given. `from`: the file and line that it stands in. */
  refused: { input: string; reason: Reason; from?: string }[];
};

/** What becomes of the seeds under the crawl's own rules. What has to be gathered is passed over: it has its own way. */
export function seedsOf(settings: Settings): Seeds {
  const refused: Seeds['refused'] = [];
  const accepted = new Map<Url, OfferedLink>();
  const scope = compileScope(scopeRulesOf(settings, []));
  for (const seed of settings.seeds) {
    const given = givenSeed(seed);
    if (!given) continue;
    const link = acceptSeed({ ...given, at: 0 }, seedRulesOf(settings, scope));
    const from = given.from === undefined ? {} : { from: given.from };
    if ('refused' in link) refused.push({ input: given.url, reason: link.refused, ...from });
    else if (!accepted.has(link.url)) accepted.set(link.url, link);
  }
  return { accepted: [...accepted.values()], refused };
}

/** @param scope compiled; what the scope is derived from does not matter to a seed. @param priority class of those that say nothing of it. */
export function seedRulesOf(
  settings: Settings,
  scope: SeedRules['scope'] = compileScope(scopeRulesOf(settings, [])),
  priority = 0,
): SeedRules {
  const classOf = (given: number) => seedClass(settings.strategy, given);
  return { urls: urlRulesOf(settings), scope, priority, classOf };
}

type GivenSeed = { url: string; priority: number; kind?: 'feed'; about?: Record<string, string>; from?: string };

function givenSeed(seed: SeedSetting): GivenSeed | undefined {
  if (typeof seed === 'string') return { url: seed, priority: 0 };
  const list = listOnTheWeb(seed);
  if (list !== undefined && 'priority' in seed) return { url: list, priority: seed.priority, kind: 'feed' };
  if (!('url' in seed)) return undefined;
  const { url, priority, about, from } = seed;
  return { url, priority, ...(about && { about }), ...(from !== undefined && { from }) };
}

type Ruled = Pick<Settings, UrlSettings | 'allow' | 'exclude'>;

/** What the rules themselves have wrong, such as a broken regular expression: they name the rule, which is then looked for. */
export function faultyRules(settings: Ruled): Fault[] {
  const faults = [...checkUrlRules(urlRulesOf(settings)), ...checkRules(settings)];
  return faults.map(({ rule, message }) => ({ path: placeOf(rule, settings), message }));
}

const LISTS = ['trackingParameters', 'sessionIds', 'allow', 'exclude'] as const;

function placeOf(rule: string, settings: Ruled): Fault['path'] {
  for (const list of LISTS) {
    const at = settings[list].indexOf(rule);
    if (at >= 0) return [list, at];
  }
  const alias = Object.entries(settings.aliases).find((pair) => pair.includes(rule));
  return ['aliases', ...(alias ? [alias[0]] : [])];
}
