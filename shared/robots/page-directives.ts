/**
 * What a page asks of robots: meta robots and X-Robots-Tag, for everybody or by the name of one
 * (https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag). Whatever is asked most strictly holds.
 */
import { isoDate } from '../text/iso-date.ts';

export type PageDirectives = {
  /** Neither in the index nor in answers. */
  noindex: boolean;
  /** Its links are not followed. */
  nofollow: boolean;
  /** No copy of it is shown. */
  noarchive: boolean;
  /** No text of it is shown in answers. */
  nosnippet: boolean;
  /** Gone from the index from then on. Epoch ms; null: never. */
  unavailableAfter: number | null;
};

/** A meta element: `robots`, or the name of one robot. */
export type MetaRobots = { name: string; content: string };

/**
 * @param metas in the order of the page; those of other names are passed over.
 * @param headers values of X-Robots-Tag, one a field; each may begin with the name of a robot, also in the middle.
 * @param agent our own token, in any case.
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
    if (['robots', ours].includes(name.trim().toLowerCase())) for (const part of partsOf(content)) obey(rules, part);
  for (const header of headers) {
    let isForUs = true;
    for (const part of partsOf(header)) {
      const { to, rest } = addressed(part);
      if (to !== undefined) isForUs = to === ours || to === 'robots' || to === '*';
      if (isForUs) obey(rules, rest);
    }
  }
  return rules;
}

/** A comma parts rules, but also stands in dates behind the day of the week (`Tue, 25 Jun 2030 15:00:00 GMT`). */
function partsOf(text: string): string[] {
  const parts = text.slice(0, 4_096).split(/[,;]/);
  const whole: string[] = [];
  for (const part of parts) {
    const before = whole.at(-1);
    const isDate = before !== undefined && /unavailable_after\s*:\s*[a-z]{3,9}\.?\s*$/i.test(before);
    if (isDate) whole[whole.length - 1] = `${before},${part}`;
    else whole.push(part);
  }
  return whole;
}

/** Words that have a value of their own, and are no names. */
const WITH_VALUE = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/i;

function addressed(part: string): { to: string | undefined; rest: string } {
  let rest = part.trim();
  let to: string | undefined;
  for (;;) {
    const named = /^([^\s:,]+)\s*:(.*)$/s.exec(rest);
    if (!named || WITH_VALUE.test(named[1]!)) return { to, rest };
    to = named[1]!.toLowerCase();
    rest = named[2]!.trim();
  }
}

function obey(rules: PageDirectives, part: string): void {
  const [, word = '', value = ''] = /^\s*([^\s:]*)\s*:?(.*)$/s.exec(part) ?? [];
  if (word.toLowerCase() === 'unavailable_after') {
    const date = isoDate(value) ?? isoDate(`${value} GMT`);
    const until = date === undefined ? Number.NaN : Date.parse(date);
    if (!Number.isNaN(until)) rules.unavailableAfter = Math.min(rules.unavailableAfter ?? until, until);
    return;
  }
  if (word.toLowerCase() === 'max-snippet') {
    if (value.trim() === '0') rules.nosnippet = true;
    return;
  }
  // Blanks instead of commas are a common mistake.
  for (const said of part.toLowerCase().split(/\s+/)) {
    if (said === 'none') rules.noindex = rules.nofollow = true;
    else if (said === 'noindex' || said === 'nofollow' || said === 'nosnippet') rules[said] = true;
    else if (said === 'noarchive' || said === 'nocache') rules.noarchive = true;
  }
}
