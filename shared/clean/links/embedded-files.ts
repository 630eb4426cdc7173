/**
 * Finds the files that a page loads when a browser shows it: images, stylesheets, scripts, fonts, audio, video. Frames are pages, and
 * so among the links.
 */
import { openTokenizer } from '../../packages/markup-parser.ts';
import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import type { Link } from '../document-fields.ts';
import { parseSrcset } from '../html/srcset.ts';
import { EMBEDDED_REL } from './embedded-rel.ts';
import { baseUrlOf, createLinkResolver } from './page-links.ts';
import type { QueryEncoder } from './query-encoder.ts';
import { stylesheetFiles } from './stylesheet-files.ts';

/** Maximum length of an attribute that is read, in UTF-16 units. A `data:` URL can be megabytes long. */
const MAX_VALUE_LENGTH = 20_000;
/** Maximum number of references of a page or stylesheet that are resolved, per link that it may have. Most of a hostile one name no file. */
const MAX_HREFS_PER_LINK = 10;

/** Attributes with a URL, by element. The lazy-loading ones hold the image that a script shows later. */
const URL_ATTRIBUTES = new Map<string, readonly string[]>([
  ['img', ['src', 'data-src', 'data-lazy-src', 'data-original']],
  ['source', ['src', 'data-src']],
  ['video', ['src', 'poster', 'data-src']],
  ['audio', ['src', 'data-src']],
  ['track', ['src']],
  ['script', ['src']],
  ['embed', ['src']],
  ['object', ['data']],
  ['input', ['src']],
  ['image', ['href', 'xlink:href']],
  ['use', ['href', 'xlink:href']],
  ...['body', 'table', 'tr', 'td', 'th'].map((name): [string, string[]] => [name, ['background']]),
]);
const SRCSET_ATTRIBUTES = ['srcset', 'data-srcset', 'imagesrcset'];
/** Relations of `<link>` to files that the page loads. */
const LOADED_REL =
  /(?:^|\s)(?:stylesheet|icon|apple-touch-icon(?:-precomposed)?|mask-icon|manifest|preload|modulepreload)(?:\s|$)/i;

/** @param encodeQuery encodes queries in the encoding of the page; absent if that is UTF-8 */
type Place = { url: Url; rules: UrlRules; maxCount: number; encodeQuery?: QueryEncoder | undefined };

/** Returns the files that a page embeds, each once, in page order. Time is linear in the length of the page. */
export function embeddedFiles(html: string, { url, encodeQuery, ...place }: Place): Link[] {
  if (place.maxCount <= 0) return [];
  const { base, hrefs } = scanPage(html, MAX_HREFS_PER_LINK * place.maxCount);
  return resolveFiles(hrefs, baseUrlOf(base, url, encodeQuery), { url, encodeQuery, ...place });
}

/** Returns the files that a stylesheet loads, each once, in its order. */
export function filesOfStylesheet(css: string, place: Place): Link[] {
  return resolveFiles(stylesheetFiles(css), place.url, place);
}

function resolveFiles(hrefs: Iterable<string>, base: string, { url, rules, maxCount, encodeQuery }: Place): Link[] {
  const resolve = createLinkResolver(base, rules, encodeQuery);
  const found = new Set<Url>();
  let hrefsLeft = MAX_HREFS_PER_LINK * maxCount;
  for (const href of hrefs) {
    if (found.size >= maxCount || hrefsLeft-- <= 0) break;
    // A fragment names a part of the page itself, such as a gradient.
    const file = href.startsWith('#') ? null : resolve(href.trim());
    if (file !== null && file !== url) found.add(file);
  }
  return Array.from(found, (file) => ({ url: file, anchor: '', rel: EMBEDDED_REL }));
}

/** Reads all tags. Templates and `noscript` count: scripts and browsers without scripts show them. @param maxHrefs maximum number of `hrefs` */
function scanPage(html: string, maxHrefs: number): { base: string | null; hrefs: string[] } {
  const hrefs: string[] = [];
  let base: string | null = null;
  let tag = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();
  const addAll = (found: Iterable<string>): void => {
    if (hrefs.length >= maxHrefs) return;
    for (const href of found) if (hrefs.push(href) >= maxHrefs) return;
  };
  const endTag = (): void => {
    if (tag === 'base') base ??= attributes.get('href') ?? null;
    addAll(filesOfTag(tag, attributes));
  };
  const add = (text: string): void => {
    if (value.length <= MAX_VALUE_LENGTH) value += text;
  };
  const ignore = (): void => {};
  const tokenizer = openTokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => add(html.slice(start, Math.min(end, start + MAX_VALUE_LENGTH + 1))),
      onattribentity: (code) => add(String.fromCodePoint(code)),
      onattribend() {
        if (value.length <= MAX_VALUE_LENGTH && !attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      ontext(start, end) {
        if (tag === 'style') addAll(stylesheetFiles(html.slice(start, end)));
      },
      onclosetag() {
        tag = '';
      },
      ...{ ontextentity: ignore, oncdata: ignore, oncomment: ignore, ondeclaration: ignore },
      ...{ onprocessinginstruction: ignore, onend: ignore },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return { base, hrefs };
}

/** Yields the files that a tag names, as written. */
function* filesOfTag(tag: string, attributes: ReadonlyMap<string, string>): Generator<string> {
  if (attributes.size === 0) return;
  const hrefs: (string | undefined)[] = [];
  if (tag === 'link' && LOADED_REL.test(attributes.get('rel') ?? '')) hrefs.push(attributes.get('href'));
  if (tag !== 'input' || isImageButton(attributes))
    for (const name of URL_ATTRIBUTES.get(tag) ?? []) hrefs.push(attributes.get(name));
  for (const name of SRCSET_ATTRIBUTES) {
    const value = attributes.get(name);
    if (value) hrefs.push(...parseSrcset(value));
  }
  for (const href of hrefs) if (href) yield href;
  const style = attributes.get('style');
  if (style) yield* stylesheetFiles(style);
}

const isImageButton = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.get('type')?.trim().toLowerCase() === 'image';
