/** Finds the name of the site in a main heading or declared headline, as in the themes of many blogs, and in the title and the host. */

import type { ParsedPage } from '../html/parsed-page.ts';
import { EDGE_SEPARATORS, TITLE_SEPARATOR } from './title-separator.ts';
import { wordsOf } from './word-similarity.ts';

/** The root of a host, with the name of the host. */
export const ROOT = /^[a-z]+:\/\/(?<host>[^/?#:]+)[^/?#]*\/?(?:[?#]|$)/i;

/** Returns the first main heading if a link with this text leads to the root of the host; otherwise, and on the root itself, undefined. */
export function siteBanner({ headings, levels, links }: ParsedPage, url: string): string | undefined {
  const heading = ROOT.test(url) ? undefined : headings[levels.indexOf(1)];
  return heading !== undefined && links.some(({ anchor, href }) => anchor === heading && isRootOf(url, href))
    ? heading
    : undefined;
}

/** Returns the text that is marked as a headline and leads to the root of the host, as themes of blogs mark the name of the site; otherwise undefined. */
export function markedName(
  { properties, links }: Pick<ParsedPage, 'properties' | 'links'>,
  url: string,
): string | undefined {
  const isHome = (text: string): boolean => links.some(({ anchor, href }) => anchor === text && isRootOf(url, href));
  return properties.find(({ name, value }) => name === 'headline' && isHome(value))?.value;
}

/** Returns a page without the headings of a text. */
export function withoutHeading(page: ParsedPage, heading: string): ParsedPage {
  const isOther = (_: unknown, i: number): boolean => page.headings[i] !== heading;
  return { ...page, headings: page.headings.filter(isOther), levels: page.levels.filter(isOther) };
}

/**
 * Returns a title without the name of the site: `Bog Notes: Growing moss` of Blogger, `Growing moss (Bog Notes)` of Movable Type.
 *
 * @param headings other headings of the page; one that has the name too shows that it is a word of the title
 */
export function withoutBanner(title: string, banner: string, headings: readonly string[]): string {
  if (title.endsWith(` (${banner})`)) return title.slice(0, -banner.length - 3);
  const rest = title.startsWith(banner) ? title.slice(banner.length) : '';
  const isWord = headings.some((heading) => heading.startsWith(`${banner} `) && title.includes(heading));
  return (isWord ? AFTER_SEPARATOR : AFTER_BANNER).exec(rest)?.groups?.['title'] ?? title;
}

/** A colon or separator after the name of the site, and the title. */
const AFTER_SEPARATOR = /^(?:\s*:|\s+[|–—»«·•›/-])[\s|–—»«·•›:/-]*(?<title>\S.*)$/u;
/** The same, or a space and a capital letter: `Moss grows` on the site Moss is a sentence. */
const AFTER_BANNER = /^(?:\s*:|\s+[|–—»«·•›/-]|\s+(?=[\p{Lu}\p{Lo}]))[\s|–—»«·•›:/-]*(?<title>\S.*)$/u;

/** Returns whether a link, as written, leads to the root of the host of a page; also in a copy of the Wayback Machine. */
export function isRootOf(url: string, href: string): boolean {
  const found = ROOT_LINK.exec(href);
  const host = found?.groups?.['host']?.replace(/^www\./i, '');
  return found !== null && (host === undefined || hostsOf(url).some((one) => one.replace(/^www\./i, '') === host));
}

/** Returns the host of a URL, and that of the page in the Wayback Machine. */
const hostsOf = (url: string): string[] => Array.from(url.matchAll(/:\/\/([^/?#]+)/g), ([, host = '']) => host);

/** A link to the root of a host. An empty one or `./` may lead to the page itself. */
const ROOT_LINK =
  /^(?:(?:https?:\/\/web\.archive\.org)?\/web\/\d+\/)?(?:(?:https?:)?\/\/(?<host>[^/?#]+)\/?|\/)(?:(?:index|forum|default)\.\w{3,5})?$/i;

/**
 * Whether the page is the root of a host and its title begins with the name of the host, which has no accents: the name and what follows are the
 * title.
 */
export function isNamedHome(title: string, url: string): boolean {
  const host = ROOT.exec(url)
    ?.groups?.['host']?.toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  const first = (title.split(NAME_END)[0] ?? '').normalize('NFKD').replace(/\p{M}/gu, '');
  const name = [...wordsOf(first)].join('');
  return host !== undefined && name !== '' && host.includes(name);
}

/**
 * Returns the first part of a title if it is a label of the host or the whole host, otherwise '': `Moor Brothers` of `Moor Brothers | Roofs` on
 * `moorbrothers.example`. On the root of a host the name may be the title.
 */
export function nameInHost(title: string, url: string): string {
  if (ROOT.test(url)) return '';
  const [first = '', ...others] = title.split(TITLE_SEPARATOR);
  const name = [...wordsOf(first)].join('');
  const host = HOST.exec(url)?.groups?.['host']?.toLowerCase().replaceAll('-', '') ?? '';
  const names = [...host.split('.'), host.replace(/^www\./, '').replaceAll('.', '')];
  return others.length > 0 && name.length >= MIN_NAME_LENGTH && names.includes(name) ? first : '';
}

/** Minimum length of a name in a host, in UTF-16 units; shorter labels are often sections, such as `docs` and `news`. */
const MIN_NAME_LENGTH = 6;
const HOST = /^[a-z]+:\/\/(?<host>[^/?#:]+)/i;

const NAME_END = /\s*(?:[|–—:]|\s-\s)\s*/u;

/** Returns what follows the first part of a title if a link with this text leads to the home page, as on boards of MyBB; otherwise undefined. */
export function afterHomeName({ links }: ParsedPage, title: string, url: string): string | undefined {
  const [first = '', ...others] = title.split(TITLE_SEPARATOR);
  const isHome = (href: string): boolean => HOME_LINK.test(href) || isRootOf(url, href);
  if (others.length === 0 || !links.some(({ anchor, href }) => anchor.trim() === first && isHome(href)))
    return undefined;
  return title.slice(title.indexOf(first) + first.length).replace(EDGE_SEPARATORS, '') || undefined;
}

/** A relative link to the home page, as written. */
const HOME_LINK = /^(?:\.?\/)?(?:(?:index|forum|default)\.\w{3,5})?$/i;
