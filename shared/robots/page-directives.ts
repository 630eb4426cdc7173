/**
 * Parses the robots directives of a page: meta robots and X-Robots-Tag, for all robots or a named one
 * (https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag). The strictest directive applies.
 */
import { toIsoDate } from '../text/iso-date.ts';

export type PageDirectives = {
  /** Keep the page out of the index and search results. */
  noindex: boolean;
  /** Do not follow its links. */
  nofollow: boolean;
  /** Do not show a cached copy. */
  noarchive: boolean;
  /** Do not show its text in search results. */
  nosnippet: boolean;
  /** Time from which the page is removed from search results, in epoch milliseconds. `null`: never. */
  unavailableAfter: number | null;
};

/** A meta element whose name is `robots` or a product token. */
export type MetaRobots = { name: string; content: string };

/**
 * @param metas meta elements in document order. Those for other robots are ignored.
 * @param headers values of X-Robots-Tag, one per header. The name of a robot may precede any directive.
 * @param agent product token of this crawler, in any case.
 */
export function readPageDirectives(
  metas: readonly MetaRobots[],
  headers: readonly string[],
  agent: string,
): PageDirectives {
  const rules: PageDirectives = {
    noindex: false,
    nofollow: false,
    noarchive: false,
    nosnippet: false,
    unavailableAfter: null,
  };
  const ours = agent.toLowerCase();
  for (const { name, content } of metas)
    if (['robots', ours].includes(name.trim().toLowerCase()))
      for (const part of splitDirectives(content)) applyDirective(rules, part);
  for (const header of headers) {
    let isForUs = true;
    for (const part of splitDirectives(header)) {
      const { to, rest } = splitRobotName(part);
      if (to !== undefined) isForUs = to === ours || to === 'robots' || to === '*';
      if (isForUs) applyDirective(rules, rest);
    }
  }
  return rules;
}

/** Splits at commas and semicolons, except the comma after the weekday in a date (`Tue, 25 Jun 2030 15:00:00 GMT`). */
function splitDirectives(text: string): string[] {
  const parts = text.slice(0, 4_096).split(/[,;]/);
  const directives: string[] = [];
  for (const part of parts) {
    const before = directives.at(-1);
    const isDate =
      before !== undefined && /unavailable_after\s*:\s*(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?\s*$/i.test(before);
    if (isDate) directives[directives.length - 1] = `${before},${part}`;
    else directives.push(part);
  }
  return directives;
}

/** Directives with a value, which are not names of robots. */
const WITH_VALUE = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/i;

/** Splits the name of a robot from a directive: `otherbot: noindex`. */
function splitRobotName(part: string): { to: string | undefined; rest: string } {
  let rest = part.trim();
  let to: string | undefined;
  for (;;) {
    const named = /^([^\s:,]+)\s*:(.*)$/s.exec(rest);
    if (!named || WITH_VALUE.test(named[1]!)) return { to, rest };
    to = named[1]!.toLowerCase();
    rest = named[2]!.trim();
  }
}

function applyDirective(rules: PageDirectives, part: string): void {
  const [, word = '', value = ''] = /^\s*([^\s:]*)\s*:?(.*)$/s.exec(part) ?? [];
  if (word.toLowerCase() === 'unavailable_after') {
    const date = [value, `${value} GMT`, `${value} 00:00 GMT`].map(toIsoDate).find((one) => one !== undefined);
    const until = date === undefined ? Number.NaN : Date.parse(date);
    if (!Number.isNaN(until)) rules.unavailableAfter = Math.min(rules.unavailableAfter ?? until, until);
    return;
  }
  if (word.toLowerCase() === 'max-snippet') {
    if (value.trim() === '0') rules.nosnippet = true;
    return;
  }
  // White space instead of commas is a common mistake.
  for (const name of part.toLowerCase().split(/\s+/)) {
    if (name === 'none') rules.noindex = rules.nofollow = true;
    else if (name === 'noindex' || name === 'nofollow' || name === 'nosnippet') rules[name] = true;
    else if (name === 'noarchive' || name === 'nocache') rules.noarchive = true;
  }
}
