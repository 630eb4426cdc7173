import { escapeText } from 'entities';
import { Parser } from 'htmlparser2';
import { DEFAULT_CLEAN_OPTIONS } from '../shared/clean/clean-options.ts';

/** Gone with all that is in them: what runs, loads or asks. */
const DROPPED = new Set(
  'script template iframe object applet svg audio video canvas select textarea datalist frameset portal fencedframe'.split(
    ' ',
  ),
);

/** Kept as elements. Of all others only the contents are: forms, links of the head, whatever is invented next. */
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

/** Pictures that are part of the page itself; all others would be asked for elsewhere. */
const OWN_PICTURE = /^data:image\/(png|jpeg|gif|webp|avif|bmp);/i;

/** Browsers flatten what is nested deeper than 512; the parser's time grows with the square of it. */
const MAX_DEPTH = 2000;

export type HarmlessPage = {
  html: string;
  /** What the page asks of robots in its meta elements. */
  robots: string[];
};

/**
 * Writes a page anew from a closed list of elements and attributes. Nothing that is left can run, load, send or lead
 * away: of links only jumps within the page remain, the others tell their address as a title.
 *
 * @param address the page's own, which its links are relative to.
 * @returns undefined for a page that is nested out of all reason.
 */
export function harmlessHtml(source: string, address: string): HarmlessPage | undefined {
  const out: string[] = ['<!doctype html>\n'];
  const robots: string[] = [];
  let base = address;
  let depth = 0;
  let dropping = 0;
  let inStyle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (++depth > MAX_DEPTH) parser.pause();
      if (DROPPED.has(name)) dropping++;
      if (name === 'meta' && isForUs(attributes)) robots.push(attributes['content'] ?? '');
      if (name === 'base' && attributes['href']) base = URL.parse(attributes['href'], address)?.href ?? base;
      if (dropping > 0 || !KEPT.has(name)) return;
      // A picture from elsewhere is told by its words.
      if (name === 'img' && !OWN_PICTURE.test(attributes['src'] ?? '')) out.push(escapeText(attributes['alt'] ?? ''));
      else out.push(openTag(name, attributes, base));
      inStyle = name === 'style';
    },
    ontext(text) {
      if (dropping > 0) return;
      // Style is raw text to a browser: nothing in it may look like its end.
      out.push(inStyle ? harmlessCss(text).replaceAll('</', '<\\/') : escapeText(text));
    },
    onclosetag(name) {
      depth--;
      if (DROPPED.has(name)) dropping--;
      if (name === 'style') inStyle = false;
      if (dropping === 0 && KEPT.has(name) && !VOID.has(name)) out.push(`</${name}>`);
    },
  });
  parser.end(source);
  return depth > MAX_DEPTH ? undefined : { html: out.join(''), robots };
}

function openTag(name: string, attributes: Record<string, string>, base: string): string {
  let tag = `<${name}`;
  for (const attribute in attributes) {
    if (!KEPT_ATTRIBUTES.has(attribute)) continue;
    const value = attributes[attribute]!;
    tag += ` ${attribute}="${quoted(attribute === 'style' ? harmlessCss(value) : value)}"`;
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

function isForUs(attributes: Record<string, string>): boolean {
  const name = (attributes['name'] ?? '').trim().toLowerCase();
  return name === 'robots' || name === DEFAULT_CLEAN_OPTIONS.agent;
}

/**
 * A style without what it would load from elsewhere. Whoever hides an address better than this asks for it in vain: the
 * policy of the framed page forbids it. The bound on its length keeps the time linear.
 */
function harmlessCss(css: string): string {
  return css
    .replace(/@import[^;{}]{0,4000};?/gi, '')
    .replace(/url\(\s*['"]?(?!data:image\/|#|['"\s])[^()]{0,4000}\)/gi, 'none');
}

const quoted = (value: string): string => escapeText(value).replaceAll('"', '&quot;');
