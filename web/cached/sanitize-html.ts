import { escapeText } from 'entities';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { openMarkupParser } from '../../shared/packages/markup-parser.ts';

/** Elements that run, load or ask for input: removed with their contents. */
const DROPPED = new Set(
  'script template iframe object applet svg audio video canvas select textarea datalist frameset portal fencedframe'.split(
    ' ',
  ),
);

/** Elements that are kept. Of all others (forms, links of the head, unknown elements) only the contents are kept. */
const KEPT = new Set(
  `html head title style body a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col
  colgroup dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins
  kbd li main mark nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot
  th thead time tr tt u ul var wbr`.split(/\s+/),
);

const VOID = new Set(['br', 'col', 'hr', 'img', 'wbr']);

const KEPT_ATTRIBUTES = new Set(
  `abbr align alt bgcolor border cellpadding cellspacing class clear color colspan compact datetime dir face headers height
  hspace id lang name noshade nowrap open reversed rowspan rules scope size span start style summary text title type
  valign value vspace width`.split(/\s+/),
);

/** Embedded images. All others would be loaded from another server. */
const EMBEDDED_IMAGE = /^data:image\/(png|jpeg|gif|webp|avif|bmp);/i;

/** Maximum nesting of elements. Browsers flatten beyond 512. */
const MAX_DEPTH = 2000;

/** Maximum product of the tags of a page and their nesting. For each tag the parser searches or moves all open elements. */
const MAX_TAGS_TIMES_DEPTH = 300_000_000;

export type SanitizedPage = {
  html: string;
  /** Contents of the meta elements for robots. */
  robots: string[];
};

/**
 * Rewrites a page with a closed list of elements and attributes. The result cannot run code, load, send or navigate: only
 * links within the page remain, and the others show their URL as a title.
 *
 * @param address URL of the page, the base of its links
 * @returns the page, or undefined if its elements are nested too deeply for their number
 */
export function sanitizeHtml(source: string, address: string): SanitizedPage | undefined {
  const out: string[] = ['<!doctype html>\n'];
  const robots: string[] = [];
  let base = address;
  const maxDepth = Math.min(MAX_DEPTH, MAX_TAGS_TIMES_DEPTH / countTags(source));
  let depth = 0;
  let dropping = 0;
  let inStyle = false;
  /** For each open template whether it declares a shadow root, whose contents are shown. */
  const templates: boolean[] = [];
  /** Styles of a shadow root would apply to the whole page. */
  const isDropped = (name: string) =>
    name === 'template' ? templates.at(-1) === false : DROPPED.has(name) || (name === 'style' && templates.length > 0);
  const parser = openMarkupParser({
    onopentag(name, attributes) {
      if (++depth > maxDepth) parser.pause();
      if (name === 'template') templates.push(attributes['shadowrootmode'] !== undefined);
      if (isDropped(name)) dropping++;
      if (name === 'meta' && isRobotsMeta(attributes)) robots.push(attributes['content'] ?? '');
      if (name === 'base' && attributes['href']) base = URL.parse(attributes['href'], address)?.href ?? base;
      if (dropping > 0 || !KEPT.has(name)) return;
      // An image of another server is replaced by its alternative text.
      if (name === 'img' && !EMBEDDED_IMAGE.test(attributes['src'] ?? ''))
        out.push(escapeText(attributes['alt'] ?? ''));
      else out.push(openTag(name, attributes, base));
      inStyle = name === 'style';
    },
    ontext(text) {
      if (dropping > 0) return;
      // Browsers read style as raw text, so nothing in it may look like its end tag.
      out.push(inStyle ? sanitizeCss(text).replaceAll('</', '<\\/') : escapeText(text));
    },
    onclosetag(name) {
      depth--;
      const isShown = dropping === 0 && KEPT.has(name) && !VOID.has(name);
      if (isDropped(name)) dropping--;
      if (name === 'template') templates.pop();
      if (name === 'style') inStyle = false;
      if (isShown) out.push(`</${name}>`);
    },
  });
  parser.end(source);
  return depth > maxDepth ? undefined : { html: out.join(''), robots };
}

/** Counts the places where a tag may begin. */
function countTags(source: string): number {
  let count = 0;
  for (let at = source.indexOf('<'); at !== -1; at = source.indexOf('<', at + 1)) count++;
  return count;
}

function openTag(name: string, attributes: Record<string, string>, base: string): string {
  let tag = `<${name}`;
  for (const attribute in attributes) {
    if (!KEPT_ATTRIBUTES.has(attribute)) continue;
    const value = attributes[attribute]!;
    tag += ` ${attribute}="${quoted(attribute === 'style' ? sanitizeCss(value) : value)}"`;
  }
  if (name === 'img') tag += ` src="${quoted(attributes['src']!)}"`;
  if (name === 'a' && attributes['href'] !== undefined) tag += link(attributes['href'].trim(), attributes, base);
  return `${tag}>`;
}

function link(href: string, attributes: Record<string, string>, base: string): string {
  if (href.startsWith('#')) return ` href="${quoted(href)}"`;
  const target = URL.parse(href, base);
  const onTheWeb = target?.protocol === 'http:' || target?.protocol === 'https:';
  return onTheWeb && attributes['title'] === undefined ? ` title="${quoted(target.href)}"` : '';
}

function isRobotsMeta(attributes: Record<string, string>): boolean {
  const name = (attributes['name'] ?? '').trim().toLowerCase();
  return name === 'robots' || name === DEFAULT_CLEAN_OPTIONS.agent;
}

/**
 * Removes from a style what it would load. A URL that is hidden better than this is blocked by the policy of the frame. The
 * bound on the length of a match keeps the time linear.
 */
function sanitizeCss(css: string): string {
  return css
    .replace(/@import[^;{}]{0,4000};?/gi, '')
    .replace(/url\(\s*['"]?(?!data:image\/|#|['"\s])[^()]{0,4000}\)/gi, 'none');
}

const quoted = (value: string): string => escapeText(value).replaceAll('"', '&quot;');
