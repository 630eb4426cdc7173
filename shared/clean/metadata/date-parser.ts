/** Date parsers for a page. */
import type { ParsedPage } from '../html/parsed-page.ts';
import { normalizeDate } from './normalize-date.ts';
import { findDate, findDateInUrl } from './visible-date.ts';

/** Length of a day, in ms. */
export const DAY_MS = 86_400_000;

/** Returns the date in a text, or null. `isLabelled`: as for `findDate`. */
export type DateParser = (text: string, isLabelled?: boolean) => string | null;

/** Returns the date parser of a page. Its language and country decide between `3/4` as March and as April. */
export function dateParserFor(page: ParsedPage, url: string): DateParser {
  const american = /^en(?:[-_]us)?$/i.test(page.language?.trim() ?? '');
  // Pages of other countries often declare just `en`.
  const locale = american ? page.metas.find(({ name }) => name === 'og:locale')?.content : undefined;
  const monthFirst =
    american && !OTHER_ENGLISH.test(locale ?? '') && !/\.(?:uk|au|nz|in|ie|za|sg|hk)(?:[/:]|$)/.test(url);
  return (text, isLabelled) => normalizeDate(text) ?? findDate(text, monthFirst, isLabelled);
}

/** A locale of English outside of the United States, such as `en_GB`. */
const OTHER_ENGLISH = /^en[-_](?!us)/i;

/** Parses the date in a URL. Eight digits may be an id, so without a response time the page must mention their year. */
export function urlDateParser({ html }: ParsedPage, sentAt: number | undefined): DateParser {
  return (url) => {
    const date = findDateInUrl(url);
    const [year = '', month, day] = date?.split('-') ?? [];
    const isNumber = url.includes(`${year}${month}${day}`) || url.includes(`${day}${month}${year}`);
    return sentAt === undefined && isNumber && !html.includes(year) ? null : date;
  };
}

/** Rejects dates after the day that follows the response: they belong to events or are mistakes. */
export function rejectFuture(read: DateParser, sentAt: number | undefined): DateParser {
  if (sentAt === undefined) return read;
  const latest = new Date(sentAt + DAY_MS).toISOString().slice(0, 10);
  return (text, isLabelled) => {
    const date = read(text, isLabelled);
    return date === null || date.slice(0, latest.length) > latest ? null : date;
  };
}
