import type { Converted, Part } from '../ports/converter.ts';
import { cutText } from '../text/cut-text.ts';
import { toIsoDate } from '../text/iso-date.ts';
import { foldWhitespace } from '../text/whitespace.ts';
import type { Url } from '../url/url.ts';
import type { CleanOptions } from './clean-options.ts';
import { type Content, EMPTY_CONTENT } from './content.ts';
import { resolveLinks } from './links/page-links.ts';
import { rejectFuture } from './metadata/dates/date-parser.ts';

/**
 * Returns a date that exists. Mails with a wrong clock have years of six digits with a sign, and damaged documents a thirteenth month,
 * which no filter reads.
 */
const realDate = (text: string): string | null =>
  toIsoDate(text.slice(0, 'YYYY-MM-DD'.length)) === undefined ? null : text;

/**
 * Returns the result of a converter as the content of a page.
 *
 * @param fetchedAt time of the response, epoch ms; later dates are ignored. If it is absent, all dates count.
 */
export function convertedContent(converted: Converted, url: Url, options: CleanOptions, fetchedAt?: number): Content {
  const { parts, title, author, language, links, cut, ...rest } = converted;
  const pastDate = rejectFuture(realDate, fetchedAt);
  const date = rest.date && pastDate(rest.date);
  const { text, headings, isCut } = textOfParts(parts, options.maxText);
  return {
    ...EMPTY_CONTENT,
    ...rest,
    title,
    author,
    date,
    modified: rest.modified && pastDate(rest.modified),
    sources: Object.fromEntries(
      Object.entries({ title, author, date }).flatMap(([name, value]) => (value ? [[name, 'document']] : [])),
    ),
    text,
    ...(cut ? { truncated: 'conversion' } : isCut && { truncated: 'text' }),
    ...(options.markdown && { markdown: options.markdown.fromParts(parts, options.maxText) }),
    headings,
    links: resolveLinks(
      links.slice(0, options.maxLinks).map((link) => ({ ...link, rel: '' })),
      url,
      null,
      options.rules,
    ).links,
    declaredLanguage: language,
  };
}

/** Joins parts with an empty line between them; items of a list and rows of a table are on consecutive lines. */
function textOfParts(parts: readonly Part[], maxText: number): { text: string; headings: string[]; isCut: boolean } {
  const headings: string[] = [];
  let text = '';
  let before: Part['kind'] | undefined;
  for (const part of parts) {
    const line = lineOf(part);
    if (line === '') continue;
    if (text.length >= maxText) return { text: cutText(text, maxText), headings, isCut: true };
    if (part.kind === 'heading') headings.push(line);
    if (before !== undefined) text += part.kind === before && TIGHT_KINDS.has(part.kind) ? '\n' : '\n\n';
    text += line;
    before = part.kind;
  }
  return { text: cutText(text, maxText), headings, isCut: text.length > maxText };
}

const TIGHT_KINDS = new Set<Part['kind']>(['item', 'row']);

function lineOf(part: Part): string {
  if (part.kind === 'row')
    return part.cells
      .map((cell) => foldWhitespace(cell, false))
      .filter((cell) => cell !== '')
      .join('\t');
  if (part.kind === 'code') return part.text.replace(/^\n+/, '').trimEnd();
  return foldWhitespace(part.text, false);
}
