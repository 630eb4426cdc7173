/** Converts settings to the rules of `shared/url` and `shared/seeds`. */
import type { OfferedLink } from '../frontier/offer.ts';
import { seedClass } from '../frontier/strategy.ts';
import { acceptSeed, type SeedRules } from '../seeds/accept-seed.ts';
import { checkPatterns } from '../url/pattern.ts';
import type { Reason } from '../url/reason.ts';
import { checkScopeRules, compileScope, type ScopeRules } from '../url/scope.ts';
import type { Url } from '../url/url.ts';
import { checkUrlRules, type UrlRules } from '../url/url-rules.ts';
import type { Fault } from './faults.ts';
import type { SeedSetting } from './seeds.ts';
import type { Settings } from './settings.ts';
import { unreadExtensions } from './stages/document-rules.ts';
import { webListUrl } from './stages/web-list.ts';

type UrlSettings =
  | 'sessionIds'
  | 'trackingParameters'
  | 'aliases'
  | 'foundAliases'
  | 'foldSlashes'
  | 'dropIndexPages'
  | 'sortParameters'
  | 'limits'
  | 'fetch';

/** Returns the rules by which URLs are normalised. */
export function urlRulesOf(settings: Pick<Settings, UrlSettings>): UrlRules {
  const { trackingParameters, sessionIds, foldSlashes, dropIndexPages, sortParameters } = settings;
  const aliases = { ...settings.foundAliases, ...settings.aliases };
  const reshaping = { foldSlashes, dropIndexPages, sortParameters };
  const { maxUrlLength } = settings.limits;
  return { trackingParameters, sessionIds, aliases, ...reshaping, maxUrlLength, ftp: settings.fetch.ftp };
}

/**
 * Returns all rules that decide which URLs belong to a crawl, also those that have a default in `ScopeRules`.
 *
 * @param seeds normalised seeds, from which the scope is derived.
 */
export function scopeRulesOf(settings: Settings, seeds: readonly Url[]): Required<ScopeRules> {
  const { scope, allow, exclude, stopDirectories, limits, deleted } = settings;
  const { maxDepth, maxPathDepth } = limits;
  const bounds = { maxDepth, maxPathDepth, binaryExtensions: unreadExtensions(settings), stopDirectories };
  const seedKeys = settings.seeds.flatMap((seed) => (typeof seed === 'object' && 'keys' in seed ? seed.keys : []));
  return { scope, seeds, seedKeys, allow, exclude, deleted, ...bounds };
}

/** The seeds of the settings, checked against the rules of the crawl. */
export type Seeds = {
  /** Distinct seeds in the order of the settings. Lists are fetched for the URLs they contain. */
  accepted: OfferedLink[];
  /** Refused seeds. `input`: text in the settings. `from`: file and line of the seed. */
  refused: { input: string; reason: Reason; from?: string }[];
};

/** Applies the URL rules of a crawl to its seeds. Seed sources are skipped; they are gathered separately. */
export function seedsOf(settings: Settings): Seeds {
  const refused: Seeds['refused'] = [];
  const accepted = new Map<Url, OfferedLink>();
  const scope = compileScope(scopeRulesOf(settings, []));
  for (const seed of settings.seeds) {
    const parsed = parseSeedSetting(seed);
    if (!parsed) continue;
    const link = acceptSeed({ ...parsed, at: 0 }, seedRulesOf(settings, scope));
    const from = parsed.from === undefined ? {} : { from: parsed.from };
    if ('refused' in link) refused.push({ input: parsed.url, reason: link.refused, ...from });
    else if (!accepted.has(link.url)) accepted.set(link.url, link);
  }
  return { accepted: [...accepted.values()], refused };
}

/**
 * @param scope compiled scope. The seeds that it is derived from do not matter, because seeds are always in scope.
 * @param priority class of seeds without a priority of their own.
 */
export function seedRulesOf(
  settings: Settings,
  scope: SeedRules['scope'] = compileScope(scopeRulesOf(settings, [])),
  priority = 0,
): SeedRules {
  const classOf = (given: number) => seedClass(settings.strategy, given);
  return { urls: urlRulesOf(settings), scope, priority, classOf };
}

type ParsedSeed = { url: string; priority: number; kind?: 'feed'; about?: Record<string, string>; from?: string };

/** @returns `undefined` for a source that has to be gathered first. */
function parseSeedSetting(seed: SeedSetting): ParsedSeed | undefined {
  if (typeof seed === 'string') return { url: seed, priority: 0 };
  const list = webListUrl(seed);
  if (list !== undefined && 'priority' in seed) return { url: list, priority: seed.priority, kind: 'feed' };
  if (!('url' in seed)) return undefined;
  const { url, priority, about, from } = seed;
  return { url, priority, ...(about && { about }), ...(from !== undefined && { from }) };
}

type RuleSettings = Pick<Settings, UrlSettings | 'allow' | 'exclude' | 'rendering' | 'extract' | 'news'>;

/** Returns faults inside URL rules, such as an invalid regular expression, with their place in the settings. */
export function findRuleFaults(settings: RuleSettings): Fault[] {
  const faults = [...checkUrlRules(urlRulesOf(settings)), ...checkScopeRules(settings)];
  const patternFaults = (pages: readonly string[], path: Fault['path']): Fault[] =>
    checkPatterns(pages).map(({ rule, message }) => ({ path: [...path, 'pages', pages.indexOf(rule)], message }));
  return [
    ...faults.map(({ rule, message }) => ({ path: pathOfRule(rule, settings), message })),
    ...patternFaults(settings.rendering.pages, ['rendering']),
    ...settings.extract.rules.flatMap(({ pages }, i) => patternFaults(pages, ['extract', 'rules', i])),
    ...(settings.news?.entities ?? []).flatMap(({ pages }, i) => patternFaults(pages, ['news', 'entities', i])),
  ];
}

const LISTS = ['trackingParameters', 'sessionIds', 'allow', 'exclude'] as const;

function pathOfRule(rule: string, settings: RuleSettings): Fault['path'] {
  for (const list of LISTS) {
    const at = settings[list].indexOf(rule);
    if (at >= 0) return [list, at];
  }
  const alias = Object.entries(settings.aliases).find((pair) => pair.includes(rule));
  return ['aliases', ...(alias ? [alias[0]] : [])];
}

/** Compiles the scope of a crawl, derived from its seeds. */
export function scopeOf(settings: Settings) {
  return compileScope(
    scopeRulesOf(
      settings,
      seedsOf(settings).accepted.map(({ url }) => url),
    ),
  );
}
