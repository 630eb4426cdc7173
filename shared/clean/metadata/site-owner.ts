/** Finds the person whose site an article is on: personal blogs name their author only in the name of the site. */
import type { ParsedPage } from '../html/parsed-page.ts';
import { FULL_NAME_ALONE } from './byline-line.ts';
import type { Metadata, SourcedValue } from './metadata.ts';
import { comparableName, PARTICLE, parseAuthorNames } from './person-name.ts';
import { emptyQuotations } from './quotations.ts';
import { isRootOf, ROOT } from './site-banner.ts';
import { TITLE_SEPARATOR } from './title-separator.ts';

/**
 * Returns the full name of the person that two of these give as the name of the site: a meta element, a part of the title, and the link to the
 * root of the host. The text must be written in the first person, because companies have such names too, and must not have words of the name
 * in lower case, as it has those of `Bread Baker`. Otherwise null.
 *
 * @param text main text of an article
 */
export function findSiteOwner(page: ParsedPage, metadata: Metadata, url: string, text: string): SourcedValue | null {
  const names = [namesInMetadata(metadata), namesInTitle(page), namesOfHomeLinks(page, url)].map(ownersOf);
  const found = names.flatMap((own, i) =>
    own.filter((name) => names.some((other, k) => k !== i && other.map(comparableName).includes(comparableName(name)))),
  )[0];
  if (found === undefined || !isInFirstPerson(text)) return null;
  const words = new Set(text.match(WORD));
  return wordsOf(found).some((word) => words.has(word)) ? null : { value: found, source: 'site' };
}

const namesInMetadata = (metadata: Metadata): string[] => [
  ...(metadata['og:site_name'] ?? []),
  ...(metadata['application-name'] ?? []),
];

/** Returns the first and the last part of the title, if it has several. */
function namesInTitle({ title }: ParsedPage): string[] {
  const parts = (title ?? '').split(TITLE_SEPARATOR);
  return parts.length > 1 ? [parts.at(-1) as string, parts[0] as string] : [];
}

function namesOfHomeLinks({ links }: ParsedPage, url: string): string[] {
  // On the root itself, all links to it are menus.
  if (ROOT.test(url)) return [];
  return links.slice(0, MAX_LINKS).flatMap(({ anchor, href }) => (isRootOf(url, href) ? [anchor] : []));
}

/** Maximum number of links that are searched for that to the root; headers come first. */
const MAX_LINKS = 100;

/** Returns the full names of persons among names of sites: `Ada Writer` of `Ada Writer's blog`. */
function ownersOf(names: readonly string[]): string[] {
  const alone = names
    .map((name) => name.trim().replace(OF_SITE, ''))
    .filter((name) => FULL_NAME_ALONE.test(name) && !FIRST_PARTICLE.test(name) && !SITE_WORD.test(name));
  return alone.flatMap((name) => parseAuthorNames([name]).flatMap((one) => (one.isPerson ? [one.name] : [])));
}

/** What may follow a name in that of a site. */
const OF_SITE = /[’']s? (?:(?:personal )?(?:blog|site|website|weblog|web ?log|homepage|notes|journal))$/iu;
/** The first word of `Le Monde` or `Der Spiegel`, which are no names of people. */
const FIRST_PARTICLE = new RegExp(`^(?:${PARTICLE}|the(?!\\p{L}))`, 'iu');
/** Words for a site or a business, which stand beside names of people too: `Ada Writer Photography`. */
const SITE_WORD =
  /(?<!\p{L})(?:(?:web ?|photo)?blog|weblog|notes|home(?:page)?|(?:web)?site|daily|weekly|photography|design|studios?|shop|store|books|consulting|bank|hotel|kitchen|garden)(?!\p{L})/iu;

/** Returns the words of a name in lower case, without particles, initials, and given names that are words of a language too. */
const wordsOf = (name: string): string[] =>
  (name.toLowerCase().match(WORD) ?? []).filter(
    (word) => word.length >= MIN_WORD_LENGTH && !COMMON_WORD_IN_NAME.test(word),
  );

/** Minimum length of a word that distinguishes names from other words, in UTF-16 units. */
const MIN_WORD_LENGTH = 3;
const COMMON_WORD_IN_NAME = new RegExp(
  `^(?:${PARTICLE}|will|mark|may|bill|rob|sue|art|frank|grace|hope|joy|faith|rose|dawn|drew|grant|jack|pat|ray|rich|guy|miles|chase|june|april|august)$`,
  'u',
);

/** Returns whether a text has words such as "I" and "my" often outside of quotations, in major languages of Europe. */
function isInFirstPerson(text: string): boolean {
  const own = text.split('\n').map(emptyQuotations).join('\n');
  const least = Math.max(MIN_OWN_WORDS, (own.match(WORD)?.length ?? 0) * MIN_OWN_SHARE);
  return FIRST_PERSON.some(({ words, sure }) => sure.test(own) && (own.match(words)?.length ?? 0) >= least);
}

const WORD = /[\p{L}\p{M}]+/gu;

/**
 * Words of the first person in a language. `sure`: words of which the text must have one, because others are words of several languages: "I" is
 * an article in Italian, "je" is "you" in Dutch and "is" in Czech.
 */
type FirstPerson = { words: RegExp; sure: RegExp };

const firstPerson = (words: string, sure: string, flags = ''): FirstPerson => ({
  words: new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, `gu${flags}`),
  sure: new RegExp(`(?<!\\p{L})(?:${sure})(?!\\p{L})`, `u${flags}`),
});

const FIRST_PERSON: readonly FirstPerson[] = [
  firstPerson('I|[Mm]y', "[Mm]y|I[’'](?:m|ve|d|ll)"),
  firstPerson('ich|mein(?:e[mnrs]?)?', 'ich', 'i'),
  firstPerson("je|j[’']\\p{L}+", "j[’']\\p{L}+|mon|moi|une|est", 'i'),
  firstPerson('ik|mijn', 'ik', 'i'),
  firstPerson('jag|jeg|mitt', 'jag|jeg', 'i'),
  firstPerson('yo', 'yo', 'i'),
  firstPerson('eu|meu|minha', 'meu|minha', 'i'),
];
/** Minimum number of such words, and their minimum share of all words. */
const MIN_OWN_WORDS = 8;
const MIN_OWN_SHARE = 0.008;
