/** Finds the person whose site an article is on: personal blogs name their author only in the name of the site. */
import type { ParsedPage } from '../html/parsed-page.ts';
import { FULL_NAME_ALONE } from './byline-line.ts';
import type { Metadata, SourcedValue } from './metadata.ts';
import { comparableName, parseAuthorNames } from './person-name.ts';
import { isRootOf, ROOT } from './site-banner.ts';

/**
 * Returns the full name of the person that two of these give as the name of the site: a meta element, a part of the title, and the link to the
 * root of the host. The text must be written in the first person, because companies have such names too. Otherwise null.
 *
 * @param text main text of an article
 */
export function findSiteOwner(page: ParsedPage, metadata: Metadata, url: string, text: string): SourcedValue | null {
  const names = [namesInMetadata(metadata), namesInTitle(page), namesOfHomeLinks(page, url)].map(ownersOf);
  const found = names.flatMap((own, i) =>
    own.filter((name) => names.some((other, k) => k !== i && other.map(comparableName).includes(comparableName(name)))),
  );
  return found[0] !== undefined && isInFirstPerson(text) ? { value: found[0], source: 'site' } : null;
}

const namesInMetadata = (metadata: Metadata): string[] => [
  ...(metadata['og:site_name'] ?? []),
  ...(metadata['application-name'] ?? []),
];

/** Returns the first and the last part of the title, if it has several. */
function namesInTitle({ title }: ParsedPage): string[] {
  const parts = (title ?? '').split(SEPARATOR);
  return parts.length > 1 ? [parts.at(-1) as string, parts[0] as string] : [];
}

const SEPARATOR = /\s+[|–—»«·•-]\s+|\s*\|\s*/u;

function namesOfHomeLinks({ links }: ParsedPage, url: string): string[] {
  // On the root itself, all links to it are menus.
  if (ROOT.test(url)) return [];
  return links.slice(0, MAX_LINKS).flatMap(({ anchor, href }) => (isRootOf(url, href) ? [anchor] : []));
}

/** Maximum number of links that are searched for that to the root; headers come first. */
const MAX_LINKS = 100;

/** Returns the full names of persons among names of sites: `Ada Writer` of `Ada Writer's blog`. */
function ownersOf(names: readonly string[]): string[] {
  const alone = names.map((name) => name.trim().replace(OF_SITE, '')).filter((name) => FULL_NAME_ALONE.test(name));
  return alone.flatMap((name) => parseAuthorNames([name]).flatMap((one) => (one.isPerson ? [one.name] : [])));
}

/** What may follow a name in that of a site. */
const OF_SITE = /[’']s? (?:(?:personal )?(?:blog|site|website|weblog|web ?log|homepage|notes|journal))$/iu;

/** Returns whether a text has a word such as "I" or "my" often, in major languages of Europe. */
function isInFirstPerson(text: string): boolean {
  const words = text.match(WORD)?.length ?? 0;
  const own = text.match(FIRST_PERSON)?.length ?? 0;
  return own >= MIN_OWN_WORDS && own >= words * MIN_OWN_SHARE;
}

const WORD = /[\p{L}\p{M}]+/gu;
const FIRST_PERSON =
  /(?<!\p{L})(?:[Jj][’'](?=\p{L})|(?:I|[Mm]y|[Ii]ch|[Mm]ein(?:e[mnrs]?)?|[Jj]e|[Ii]k|[Mm]ijn|[Jj]ag|[Mm]itt|[Jj]eg|[Yy]o|[Ee]u|[Mm]eu)(?!\p{L}))/gu;
/** Minimum number of such words, and their minimum share of all words. */
const MIN_OWN_WORDS = 8;
const MIN_OWN_SHARE = 0.008;
