import type { Explanation } from '../../frontier/explain/explain.ts';
import { type ExplainedStep, explainStep } from '../../frontier/explain/explain-step.ts';
import { normalize } from '../../url/normalize.ts';
import { REASONS } from '../../url/reason.ts';
import { hostOf, originOf, type Url } from '../../url/url.ts';
import { compileUrlRules, type UrlRules } from '../../url/url-rules.ts';

/** A URL in its normalised form, with the steps to it; or the whole explanation of an input that has none. */
export type Spelling = { url: Url; steps: ExplainedStep[] } | { refused: Explanation };

/** Explains how the input of a user is normalised. The state of a refused one is `refused.<reason>`. */
export function explainSpelling(input: string, rules: UrlRules): Spelling {
  const normalized = normalize(input, undefined, rules);
  if (normalized.kind === 'refused') {
    const { reason } = normalized;
    const step = explainStep('spelling', 'refused', REASONS[reason], { reason });
    return { refused: { url: input, state: `refused.${reason}`, steps: [step] } };
  }
  const { url, href } = normalized;
  return { url, steps: spellingSteps(input, href, url, rules) };
}

/**
 * Returns one step per change of a URL, then the result.
 *
 * @param href the input as a browser resolves it, or `null` if it cannot.
 */
function spellingSteps(input: string, href: string | null, url: Url, rules: UrlRules): ExplainedStep[] {
  const last = explainStep('spelling', 'accepted', input === url ? 'as given' : `from ${input}`);
  if (input === url || href === null) return [last];
  const changes = [...browserChanges(input, href), ...hostChanges(href, url), ...pathChanges(href, url, rules)];
  return [...changes.map((detail) => explainStep('spelling', 'changed', detail)), last];
}

function browserChanges(input: string, href: string): string[] {
  return input === href ? [] : [`resolved by a browser: ${href}`];
}

function hostChanges(href: string, url: Url): string[] {
  const parsed = new URL(href);
  const user = parsed.username || parsed.password ? ['user name and password removed'] : [];
  const original = parsed.host;
  const host = hostOf(url);
  if (original === host) return user;
  const isTrailingDot = original.replace(/\.(?=:|$)/, '') === host;
  return [...user, isTrailingDot ? 'trailing dot of the host removed' : `${original} replaced by ${host} (aliases)`];
}

function pathChanges(href: string, url: Url, rules: UrlRules): string[] {
  const { pathname, searchParams, hash } = new URL(href);
  const after = new URL(url);
  const changes = hash || href.endsWith('#') ? ['fragment removed'] : [];
  if (pathname !== after.pathname) changes.push(`path ${pathname} changed to ${after.pathname}`);
  const removed = [...new Set(searchParams.keys())].filter((name) => !after.searchParams.has(name));
  for (const name of removed) changes.push(`parameter ${name} removed${ruleOf(name, searchParams.get(name)!, rules)}`);
  const tail = url.slice(originOf(url).length);
  if (changes.length === 0 && !href.endsWith(tail)) changes.push(`changed to ${tail}`);
  return changes;
}

function ruleOf(name: string, value: string, rules: UrlRules): string {
  for (const list of ['sessionIds', 'trackingParameters'] as const) {
    const other = list === 'sessionIds' ? 'trackingParameters' : 'sessionIds';
    if (compileUrlRules({ ...rules, [other]: [] }).isIgnored(name, value)) return ` (${list})`;
  }
  return '';
}
