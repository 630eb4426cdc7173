import { type ExplainedStep, told } from '../../frontier/explain/explain-step.ts';
import { compilePattern } from '../../url/pattern.ts';
import { REASONS, type Reason } from '../../url/reason.ts';
import { type Candidate, compileScope } from '../../url/scope.ts';
import type { Url } from '../../url/url.ts';
import { scopeRulesOf } from '../rules.ts';
import type { Settings } from '../settings.ts';

/** Links from the seeds at which it may make a difference how far away a page is, beside `limits.maxDepth`. */
const NEAR = 8;
/** Rules and seeds that are named. */
const NAMED = 3;

/**
 * What the rules say of an address today, were it found as a link (or, as what it is, of a seed), with the rule's own text.
 *
 * @param depth links from the nearest seed, where that is known.
 */
export function ruleSteps(url: Url, seeds: readonly Url[], settings: Settings, depth?: number): ExplainedStep[] {
  const scope = compileScope(scopeRulesOf(settings, seeds));
  if (seeds.includes(url)) return judged(url, scope({ url, depth: 0, discovered: 'seed' }), settings, 'a seed');
  const as = (far: number): Candidate => ({ url, depth: far, discovered: 'link' });
  const own = scope(as(depth ?? 1));
  const first = judged(url, own, settings, insideOf(url, seeds, settings));
  if (own !== undefined && depth !== undefined && scope({ ...as(depth), discovered: 'sitemap' }) === undefined)
    return [...first, told('rules', 'accepted', 'as what a sitemap names')];
  if (own !== undefined || depth !== undefined) return first;
  const far = farther(settings).find((one) => scope(as(one)) !== undefined);
  if (far === undefined) return first;
  const reason = scope(as(far))!;
  const detail = `${far} links from the seeds or further: ${textOf(reason, url, settings)}`;
  return [...first, told('rules', 'refused-beyond', detail, { reason })];
}

function farther({ limits: { maxDepth } }: Settings): number[] {
  const near = Array.from({ length: NEAR }, (_, i) => i + 1);
  return maxDepth === null ? near : [...near, maxDepth + 1].sort((a, b) => a - b);
}

function judged(url: Url, reason: Reason | undefined, settings: Settings, inside: string): ExplainedStep[] {
  if (reason === undefined) return [told('rules', 'accepted', inside)];
  return [told('rules', 'refused', textOf(reason, url, settings), { reason })];
}

/** Why it belongs to the crawl. */
function insideOf(url: Url, seeds: readonly Url[], { scope, allow }: Settings): string {
  const rule = allow.find((one) => compilePattern(one)(url));
  const allowed = rule === undefined ? '' : `; allow: ${rule}`;
  return `inside the scope (${scope}${scope === 'any' ? '' : ` of ${some(seeds)}`})${allowed}`;
}

/** The reason with the rule that it comes from. */
function textOf(reason: Reason, url: Url, settings: Settings): string {
  const rule = ruleOf(reason, url, settings);
  return rule === undefined ? REASONS[reason] : `${REASONS[reason]}: ${rule}`;
}

function ruleOf(reason: Reason, url: Url, settings: Settings): string | undefined {
  const { scope, allow, exclude, limits, stopDirectories } = settings;
  switch (reason) {
    case 'scope':
      return `scope ${scope}`;
    case 'not-allowed':
      return some(allow);
    case 'excluded':
      return exclude.find((rule) => compilePattern(rule)(url));
    case 'too-deep':
      return `limits.maxDepth ${limits.maxDepth}`;
    case 'path-depth':
      return `limits.maxPathDepth ${limits.maxPathDepth}`;
    case 'stop-directory':
      return stopDirectories.find((name) => `${url}/`.includes(`/${name.replaceAll('/', '')}/`));
    default:
      return undefined;
  }
}

function some(list: readonly string[]): string {
  const more = list.length > NAMED ? ` and ${list.length - NAMED} more` : '';
  return `${list.slice(0, NAMED).join(', ')}${more}`;
}
