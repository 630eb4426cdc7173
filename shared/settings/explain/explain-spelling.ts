import { type ExplainedStep, told } from '../../frontier/explain/explain-step.ts';
import { hostOf, originOf, type Url } from '../../url/url.ts';
import { compileUrlRules, type UrlRules } from '../../url/url-rules.ts';

/** What was done to an address until it was spelled as the frontier has it, and the result. @param href as a browser resolves the input. */
export function spellingSteps(input: string, href: string | null, url: Url, rules: UrlRules): ExplainedStep[] {
  const last = told('spelling', 'accepted', input === url ? 'as given' : `from ${input}`);
  if (input === url || href === null) return [last];
  const changes = [...resolved(input, href), ...ofHost(href, url), ...ofTail(href, url, rules)];
  return [...changes.map((detail) => told('spelling', 'changed', detail)), last];
}

function resolved(input: string, href: string): string[] {
  return input === href ? [] : [`as a browser reads it: ${href}`];
}

function ofHost(href: string, url: Url): string[] {
  const parsed = new URL(href);
  const user = parsed.username || parsed.password ? ['name and password taken off'] : [];
  const own = parsed.host;
  const host = hostOf(url);
  if (own === host) return user;
  return [
    ...user,
    own.replace(/\.(?=:|$)/, '') === host ? 'the dot behind the host taken off' : `${own} is ${host} (aliases)`,
  ];
}

function ofTail(href: string, url: Url, rules: UrlRules): string[] {
  const { pathname, searchParams, hash } = new URL(href);
  const after = new URL(url);
  const changes = hash || href.endsWith('#') ? ['the fragment taken off'] : [];
  if (pathname !== after.pathname) changes.push(`path ${pathname} spelled ${after.pathname}`);
  const gone = [...new Set(searchParams.keys())].filter((name) => !after.searchParams.has(name));
  for (const name of gone) changes.push(`parameter ${name} taken off${ruleOf(name, searchParams.get(name)!, rules)}`);
  const tail = url.slice(originOf(url).length);
  if (changes.length === 0 && !href.endsWith(tail)) changes.push(`spelled ${tail}`);
  return changes;
}

function ruleOf(name: string, value: string, rules: UrlRules): string {
  for (const list of ['sessionIds', 'trackingParameters'] as const) {
    const other = list === 'sessionIds' ? 'trackingParameters' : 'sessionIds';
    if (compileUrlRules({ ...rules, [other]: [] }).isIdle(name, value)) return ` (${list})`;
  }
  return '';
}
