import { linkable } from './pages/format.ts';

/** How a server presents itself on its pages. */
export type Brand = {
  /** Name of the site, at the top of each page and at the end of each title. */
  name: string;
  /** Links at the bottom of each page, such as imprint and privacy. `href`: a web or mail address, or a path of this host. */
  links: readonly { label: string; href: string }[];
};

export const DEFAULT_BRAND: Brand = { name: 'Thresher', links: [] };

/** Maximum length of a name, in UTF-16 units: it is one line beside the menu. */
export const MAX_BRAND_NAME = 60;

/** Parses a link in the form `LABEL=ADDRESS`. A web address is normalised. Returns undefined if it has another form, or leads to no address that a page may link to. */
export function parseBrandLink(text: string): Brand['links'][number] | undefined {
  const at = text.indexOf('=');
  const [label, href] = [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
  if (label === '') return undefined;
  // Two slashes would name another host. Browsers read a backslash as a slash, and leave out tabs and line feeds.
  if (/^\/(?![/\\])[^\s\p{Cc}]*$/u.test(href) || /^mailto:[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/iu.test(href))
    return { label, href };
  const url = linkable(href);
  return url === undefined ? undefined : { label, href: url };
}
