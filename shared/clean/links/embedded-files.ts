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
  const { base, hrefs } = scanPage(html);
  return resolveFiles(hrefs, baseUrlOf(base, url, encodeQuery), { url, encodeQuery, ...place });
}

/** Returns the files that a stylesheet loads, each once, in its order. */
export function filesOfStylesheet(css: string, place: Place): Link[] {
  return resolveFiles(stylesheetFiles(css), place.url, place);
}

function resolveFiles(hrefs: readonly string[], base: string, { url, rules, maxCount, encodeQuery }: Place): Link[] {
  const resolve = createLinkResolver(base, rules, encodeQuery);
  const found = new Set<Url>();
  for (const href of hrefs) {
    if (found.size >= maxCount) break;
    // A fragment names a part of the page itself, such as a gradient.
    const file = href.startsWith('#') ? null : resolve(href.trim());
    if (file !== null && file !== url) found.add(file);
  }
  return Array.from(found, (file) => ({ url: file, anchor: '', rel: EMBEDDED_REL }));
}

/** Reads all tags. Templates and `noscript` count: scripts and browsers without scripts show them. */
function scanPage(html: string): { base: string | null; hrefs: string[] } {
  const hrefs: string[] = [];
  let base: string | null = null;
  let tag = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();
  const endTag = (): void => {
    if (tag === 'base') base ??= attributes.get('href') ?? null;
    addFilesOfTag(hrefs, tag, attributes);
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
        if (tag === 'style') for (const href of stylesheetFiles(html.slice(start, end))) hrefs.push(href);
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

/** Adds the files that a tag names, as written. */
function addFilesOfTag(hrefs: string[], tag: string, attributes: ReadonlyMap<string, string>): void {
  if (attributes.size === 0) return;
  const add = (href: string | undefined): void => {
    if (href) hrefs.push(href);
  };
  if (tag === 'link' && LOADED_REL.test(attributes.get('rel') ?? '')) add(attributes.get('href'));
  if (tag !== 'input' || isImageButton(attributes))
    for (const name of URL_ATTRIBUTES.get(tag) ?? []) add(attributes.get(name));
  for (const name of SRCSET_ATTRIBUTES) parseSrcset(attributes.get(name) ?? '').forEach(add);
  stylesheetFiles(attributes.get('style') ?? '').forEach(add);
}

const isImageButton = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.get('type')?.trim().toLowerCase() === 'image';
