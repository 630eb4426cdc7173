/** The settings that are rules on addresses, in the form in which the URL room takes them. */
import { BINARY_EXTENSIONS } from '../url/extensions.ts';
import { normalize } from '../url/normalize.ts';
import type { Reason } from '../url/reason.ts';
import { checkRules, compileScope, type ScopeRules } from '../url/scope.ts';
import type { Url } from '../url/url.ts';
import { checkUrlRules, type UrlRules } from '../url/url-rules.ts';
import type { Fault } from './faults.ts';
import type { Settings } from './settings.ts';

type UrlSettings =
  | 'sessionIds'
  | 'trackingParameters'
  | 'aliases'
  | 'foldSlashes'
  | 'dropIndexPages'
  | 'sortParameters'
  | 'limits';

export function urlRulesOf(settings: Pick<Settings, UrlSettings>): UrlRules {
  const { trackingParameters, sessionIds, aliases, foldSlashes, dropIndexPages, sortParameters, limits } = settings;
  const { maxUrlLength } = limits;
  return { trackingParameters, sessionIds, aliases, foldSlashes, dropIndexPages, sortParameters, maxUrlLength };
}

/** @param seeds normalised: the scope is derived from them. */
export function scopeRulesOf(settings: Settings, seeds: readonly Url[]): ScopeRules {
  const { scope, allow, exclude, stopDirectories, limits } = settings;
  const { maxDepth, maxPathDepth } = limits;
  const bounds = { maxDepth, maxPathDepth, binaryExtensions: BINARY_EXTENSIONS, stopDirectories };
  return { scope, seeds, allow, exclude, ...bounds };
}

export type Seeds = {
  /** Each once, in the order given. `class`: in the frontier, 0 first. */
  accepted: { url: Url; class: number }[];
  /** `input`: as it was given. */
  refused: { input: string; reason: Reason }[];
};

/** What becomes of the seeds under the crawl's own rules. Files of seeds have been read into the settings by now. */
export function seedsOf(settings: Settings): Seeds {
  const rules = urlRulesOf(settings);
  const refused: Seeds['refused'] = [];
  const accepted = new Map<Url, { url: Url; class: number; input: string }>();
  for (const seed of settings.seeds) {
    if (typeof seed !== 'string' && !('url' in seed)) continue;
    const given = typeof seed === 'string' ? { url: seed, priority: 0 } : seed;
    const normalized = normalize(given.url, undefined, rules);
    if (normalized.kind === 'refused') refused.push({ input: given.url, reason: normalized.reason });
    else if (!accepted.has(normalized.url))
      accepted.set(normalized.url, { url: normalized.url, class: given.priority, input: given.url });
  }
  const objection = compileScope(scopeRulesOf(settings, [...accepted.keys()]));
  for (const { url, input } of [...accepted.values()]) {
    const reason = objection({ url, depth: 0, discovered: 'seed' });
    if (reason === undefined) continue;
    accepted.delete(url);
    refused.push({ input, reason });
  }
  return { accepted: [...accepted.values()].map(({ url, class: class_ }) => ({ url, class: class_ })), refused };
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
