/** Reads what a page declares about itself: title, base, language, meta elements, JSON-LD. */
import { decodeHTML } from 'entities/decode';
import { foldWhitespace } from '../../text/whitespace.ts';
import { hashWords } from './char-stats.ts';
import * as E from './elements.ts';
import { addLink } from './link-elements.ts';
import { parseRefresh } from './refresh.ts';
import { ATTR } from './tokenizer/attribute-names.ts';
import { attributeValue } from './tokenizer/attributes.ts';
import type { Scan } from './tokenizer/scan.ts';
import type { Walk } from './walk.ts';

// Limits of what is kept of a page. Lengths are in UTF-16 units; longer JSON-LD is dropped, longer texts are cut.
const MAX_TITLE_LENGTH = 1000;
const MAX_METAS = 1000;
const MAX_META_LENGTH = 10_000;
const MAX_JSON_LD_LENGTH = 500_000;
const MAX_TIMES = 100;

/** Reads the language of `<html>`. */
export function openHtml({ scan, page }: Walk): void {
  page.language = attributeValue(scan, ATTR.lang) ?? attributeValue(scan, ATTR['xml:lang']) ?? page.language;
}

/** Reads the href of `<base>`. The first one counts. */
export function openBase({ scan, page }: Walk): void {
  page.base ??= attributeValue(scan, ATTR.href) ?? null;
}

/** Reads the date of `<time>` or of a custom element like it, except in third-party content. */
export function openTime(walk: Walk): void {
  const { scan } = walk;
  addTime(walk, attributeValue(scan, ATTR.datetime) ?? attributeValue(scan, ATTR.ts));
}

/** Reads the date in the title of `<abbr>`, as microformats write it, except that of an event. */
export function openAbbreviation(walk: Walk): void {
  if (!EVENT_TIME.test(attributeValue(walk.scan, ATTR.class) ?? '')) addTime(walk, dateInTitle(walk.scan));
}

const EVENT_TIME = /(?<![\w-])dt(?:start|end)(?![\w-])/i;

/** Returns the title of the last start tag if it is a date in ISO 8601. */
export function dateInTitle(scan: Scan): string | undefined {
  const title = attributeValue(scan, ATTR.title)?.trim() ?? '';
  return ISO_DATE.test(title) ? title : undefined;
}

const ISO_DATE = /^\d{4}-\d\d-\d\d(?:$|[T ]\d)/;

function addTime({ page, roles }: Walk, time: string | undefined): void {
  const isOwn = (roles & E.USER_CONTENT) === 0;
  const times = isOwn ? page.times : page.userContentTimes;
  if (!time || times.length >= MAX_TIMES || (roles & E.THIRD_PARTY) !== 0) return;
  times.push(time);
  if (isOwn) page.timeBlocks.push(page.blocks.length);
}

const NAME_ATTRIBUTES = [ATTR.name, ATTR.property, ATTR.itemprop];

/** What old pages declare of themselves as if it were a header: `<meta http-equiv="keywords" content="moss">`. */
const NAMED_PRAGMAS: readonly (string | undefined)[] = ['author', 'date', 'description', 'keywords', 'last-modified'];

/** Reads `<meta>`: refresh, content language, or a named value. */
export function openMeta(walk: Walk): void {
  const { scan, page } = walk;
  const content = attributeValue(scan, ATTR.content);
  if (content === undefined) return;
  const pragma = attributeValue(scan, ATTR['http-equiv'])?.trim().toLowerCase();
  if (pragma === 'refresh') addLink(walk, parseRefresh(content), '', 'refresh');
  else if (pragma === 'content-language') page.language ??= content;
  if (page.metas.length >= MAX_METAS || (walk.roles & E.THIRD_PARTY) !== 0) return;
  const name = nameOf(scan) ?? (NAMED_PRAGMAS.includes(pragma) ? pragma : undefined);
  if (name === undefined) return;
  // React frameworks write the JSON-LD of a page as such an element if it is declared among the metadata.
  if (name === 'script:ld+json' && content.length <= MAX_JSON_LD_LENGTH) page.jsonLd.push(content);
  const meta = { name, content: foldWhitespace(content, false).slice(0, MAX_META_LENGTH) };
  const scheme = attributeValue(scan, ATTR.scheme);
  const lang = attributeValue(scan, ATTR.lang) ?? attributeValue(scan, ATTR['xml:lang']);
  page.metas.push(scheme === undefined && lang === undefined ? meta : { ...meta, ...definedOnly({ scheme, lang }) });
}

/** Returns the name of the last start tag in lower case, or undefined if no attribute has one. */
function nameOf(scan: Scan): string | undefined {
  for (const key of NAME_ATTRIBUTES) {
    const name = attributeValue(scan, key)?.trim().toLowerCase();
    if (name) return name;
  }
  return undefined;
}

function definedOnly(values: { scheme: string | undefined; lang: string | undefined }): {
  scheme?: string;
  lang?: string;
} {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Reads the title from the range of the scan. The first title that is not empty counts. */
export function readTitle(walk: Walk): void {
  const { scan, page, roles } = walk;
  if (page.title !== null || (roles & (E.FOREIGN | E.INERT)) !== 0) return;
  const title = foldWhitespace(decodeHTML(scan.html.slice(scan.from, scan.to)), false).slice(0, MAX_TITLE_LENGTH);
  if (title === '') return;
  page.title = title;
  walk.titleWords = hashWords(title);
}

/** Whether the last start tag is a JSON-LD script. Its media type may have parameters. */
export function isJsonLd({ scan }: Walk): boolean {
  return attributeValue(scan, ATTR.type)?.split(';', 1)[0]?.trim().toLowerCase() === 'application/ld+json';
}

/** Whether the last start tag is the script in which Flarum writes its data. */
export function isFlarumData({ scan }: Walk): boolean {
  return attributeValue(scan, ATTR.id) === 'flarum-json-payload';
}

/** Stores the JSON-LD in the range of the scan. */
export function readJsonLd({ scan, page }: Walk): void {
  if (scan.to - scan.from <= MAX_JSON_LD_LENGTH) page.jsonLd.push(scan.html.slice(scan.from, scan.to));
}
