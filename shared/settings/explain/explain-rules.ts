import { type ExplainedStep, explainStep } from '../../frontier/explain/explain-step.ts';
import { compilePattern } from '../../url/pattern.ts';
import { REASONS, type Reason } from '../../url/reason.ts';
import { compileScope, type UrlCandidate } from '../../url/scope.ts';
import type { Url } from '../../url/url.ts';
import { compileDirectories } from '../../url/url-words.ts';
import { scopeRulesOf } from '../rules.ts';
import type { Settings } from '../settings.ts';

/** Maximum depth that is tried to find out whether the depth matters, besides `limits.maxDepth`. */
const MAX_TRIED_DEPTH = 8;
/** Maximum number of rules or seeds listed in a detail. */
const MAX_LISTED = 3;

/**
 * Explains what the URL rules say about a URL today, as a seed or as if it were found as a link, with the text of the rule.
 *
 * @param depth links from the nearest seed, or `undefined` if unknown.
 */
export function ruleSteps(url: Url, seeds: readonly Url[], settings: Settings, depth?: number): ExplainedStep[] {
  const scope = compileScope(scopeRulesOf(settings, seeds));
  if (seeds.includes(url)) return verdict(url, scope({ url, depth: 0, discovered: 'seed' }), settings, 'a seed');
  const asLink = (at: number): UrlCandidate => ({ url, depth: at, discovered: 'link' });
  const refusal = scope(asLink(depth ?? 1));
  const first = verdict(url, refusal, settings, describeAcceptance(url, seeds, settings));
  const asFile: UrlCandidate = { ...asLink(depth ?? 0), discovered: 'embedded' };
  if (refusal !== undefined && settings.embeddedFiles && scope(asFile) === undefined)
    return [...first, explainStep('rules', 'accepted', 'only as a file that a page embeds')];
  if (refusal !== undefined && depth === 0 && scope({ url, depth, discovered: 'seed' }) === undefined)
    return [...first, explainStep('rules', 'accepted', 'a seed redirects to it, or a list of seeds names it')];
  if (refusal !== undefined && depth !== undefined && scope({ ...asLink(depth), discovered: 'sitemap' }) === undefined)
    return [...first, explainStep('rules', 'accepted', 'as an entry of a sitemap')];
  if (refusal !== undefined || depth !== undefined) return first;
  const refusedDepth = depthsToTry(settings).find((at) => scope(asLink(at)) !== undefined);
  if (refusedDepth === undefined) return first;
  const reason = scope(asLink(refusedDepth))!;
  const detail = `${refusedDepth} or more links from the seeds: ${describeRefusal(reason, url, settings)}`;
  return [...first, explainStep('rules', 'refused-beyond', detail, { reason })];
}

function depthsToTry({ limits: { maxDepth } }: Settings): number[] {
  const depths = Array.from({ length: MAX_TRIED_DEPTH }, (_, i) => i + 1);
  return maxDepth === null ? depths : [...depths, maxDepth + 1].sort((a, b) => a - b);
}

function verdict(url: Url, reason: Reason | undefined, settings: Settings, acceptance: string): ExplainedStep[] {
  if (reason === undefined) return [explainStep('rules', 'accepted', acceptance)];
  return [explainStep('rules', 'refused', describeRefusal(reason, url, settings), { reason })];
}

/** Says why a URL is in scope. */
function describeAcceptance(url: Url, seeds: readonly Url[], { scope, allow }: Settings): string {
  const rule = allow.find((one) => compilePattern(one)(url));
  const allowed = rule === undefined ? '' : `; allow: ${rule}`;
  return `inside the scope (${scope}${scope === 'any' ? '' : ` of ${listFirst(seeds)}`})${allowed}`;
}

/** Returns the text of the reason, with the rule that it comes from. */
export function describeRefusal(reason: Reason, url: Url, settings: Settings): string {
  const rule = ruleOf(reason, url, settings);
  return rule === undefined ? REASONS[reason] : `${REASONS[reason]}: ${rule}`;
}

function ruleOf(reason: Reason, url: Url, settings: Settings): string | undefined {
  const { scope, allow, exclude, limits, stopDirectories } = settings;
  switch (reason) {
    case 'scope':
      return `scope ${scope}`;
    case 'not-allowed':
      return listFirst(allow);
    case 'excluded':
      return exclude.find((rule) => compilePattern(rule)(url));
    case 'too-deep':
      return `limits.maxDepth ${limits.maxDepth}`;
    case 'path-depth':
      return `limits.maxPathDepth ${limits.maxPathDepth}`;
    case 'stop-directory':
      return stopDirectories.find((name) => compileDirectories([name])(url));
    default:
      return undefined;
  }
}

function listFirst(list: readonly string[]): string {
  const more = list.length > MAX_LISTED ? ` and ${list.length - MAX_LISTED} more` : '';
  return `${list.slice(0, MAX_LISTED).join(', ')}${more}`;
}
