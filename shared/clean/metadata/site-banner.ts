/** Finds a main heading or declared headline that names the site instead of the page, as in the themes of many blogs. */

import type { ParsedPage } from '../html/parsed-page.ts';

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
