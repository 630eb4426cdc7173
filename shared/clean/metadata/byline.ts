/**
 * Finds the author of a page in its metadata and in bylines ("by …").
 *
 * The first source that names a person wins. Publishing systems fill in the publisher, a department or an account name if no
 * author was entered; such names are used only if no source names a person.
 */

import { foldWhitespace } from '../../text/whitespace.ts';
import { ASIDE, BLOCK_KINDS, THIRD_PARTY } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { JsonLdArticle } from './json-ld.ts';
import type { Metadata, SourcedValue } from './metadata.ts';
import { type AuthorName, comparableName, DATE_AFTER_NAME, parseAuthorNames } from './person-name.ts';
import { LETTERS, POST_NOMINALS } from './post-nominals.ts';
import { findDate } from './visible-date.ts';

/** Names of meta elements with authors, most reliable first. */
const AUTHOR_META_NAMES = [
  ...['citation_author', 'dc.creator', 'dcterms.creator', 'parsely-author', 'sailthru.author', 'byl', 'article:author'],
  ...[
    'author',
    'og:author',
    'dc.contributor',
    'creator',
    'article:author_name',
    'og:article:author',
    'twitter:data1',
    'twitter:creator',
  ],
];

/** Returns the author or null; several authors are joined by `; `. Profile URLs are ignored. The site's own name counts if metadata declare it and nothing names a person. */
export function findAuthor(
  metadata: Metadata,
  article: JsonLdArticle,
  page: ParsedPage,
  url: string,
): SourcedValue | null {
  const site = namesOfSite(metadata, url);
  let weak: SourcedValue | null = null;
  let ownName: SourcedValue | null = null;
  for (const { values, source, isGuess } of authorCandidates(metadata, article, page)) {
    const names = parseAuthorNames(values);
    const people = names.filter(({ isPerson, name }) => isPerson && !site.has(comparableName(name)));
    const kept =
      people.length > 0
        ? people
        : names.filter(({ name }) => comparableName(name) !== comparableName(metadata['og:site_name']?.[0] ?? ''));
    if (kept.length === 0) {
      if (names.length > 0 && DECLARED.test(source)) ownName ??= { value: (names[0] as AuthorName).name, source };
      continue;
    }
    const found = { value: kept.map(({ name }) => name).join('; '), source };
    if (people.length > 0 && !isGuess) return found;
    if (source === 'byline' && COLLECTIVE.test(found.value)) return found;
    weak ??= found;
  }
  return weak ?? ownName;
}

/** Words for the authors of a site together: a marked byline with one is complete, and people named after it are others. */
const COLLECTIVE =
  /(?<!\p{L})(?:team|staff|editors|editorial|redaktion|rédaction|redacción|redazione|redactie|newsroom|desk)(?!\p{L})/iu;

/** Sources that declare an author, as opposed to text that looks like one. */
const DECLARED = /^(?:json-ld|meta |microdata|rdfa)/;

/** `isGuess`: whether any other source, also one that names no person, is better. */
type AuthorCandidate = { values: readonly string[]; source: string; isGuess?: boolean };

function* authorCandidates(metadata: Metadata, article: JsonLdArticle, page: ParsedPage): Generator<AuthorCandidate> {
  yield { values: article.authors, source: 'json-ld' };
  for (const name of AUTHOR_META_NAMES)
    if (metadata[name] && (name !== 'twitter:data1' || AUTHOR_LABEL.test(metadata['twitter:label1']?.[0] ?? '')))
      yield { values: metadata[name], source: `meta ${name}` };
  for (const source of ['microdata', 'rdfa'] as const) {
    const properties = page.properties.filter((property) => property.name === 'author' && property.source === source);
    if (properties.length > 0) yield { values: [...new Set(properties.map(({ value }) => value))], source };
  }
  for (const text of page.bylines.slice(0, MAX_MARKED)) yield { values: [text], source: 'byline' };
  const lines = linesAround(page);
  for (let i = 0; i < lines.length; i++) {
    const named = nameInByline((lines[i] as Block).text, lines[i + 1]?.text ?? '');
    if (named !== undefined) yield { values: [named], source: 'text' };
  }
  const beside = nameBesideDateLine(lines);
  if (beside !== undefined) yield { values: [beside], source: 'text', isGuess: true };
  const linked = linkedAuthors(page);
  if (linked.length > 0) yield { values: linked, source: 'link' };
}

/** URLs of the pages of authors, with the name as a slug. */
const AUTHOR_URL = /\/(?:authors?|autor(?:en|es)?|auteurs?|contributors?|writers?)\/(?<slug>[^/?#]+)/i;

/**
 * Returns the anchors of links that are marked `rel=author`; without any, the anchor of links to the page of an author whose name is in
 * the URL, if all of them lead to the same author.
 */
function linkedAuthors({ links }: ParsedPage): string[] {
  const marked = links.filter(({ rel, anchor }) => anchor !== '' && /\bauthor\b/.test(rel));
  if (marked.length > 0) return [...new Set(marked.map(({ anchor }) => anchor))].slice(0, MAX_MARKED);
  const named = links.filter(({ href, anchor }) => {
    const inUrl = AUTHOR_URL.exec(href)?.groups?.['slug'];
    if (inUrl === undefined) return false;
    const slug = comparableName(inUrl);
    return slug !== '' && slug === comparableName(anchor);
  });
  const names = [...new Set(named.map(({ anchor }) => anchor))];
  return names.length === 1 ? names : [];
}

const AUTHOR_LABEL = /author|written|autor|escrito|écrit|verfasst|geschrieben|scritto|skriven|napisa/i;
/** Maximum number of elements marked as a byline that are read. */
const MAX_MARKED = 8;
/** Maximum number of blocks that are searched for a byline, from the headline on and before it. */
const MAX_LINES = 500;

function linesAround({ blocks }: ParsedPage): Block[] {
  const headline = Math.max(0, blocks.findIndex(({ element }) => BLOCK_KINDS.headline.has(element)) - 3);
  const lines = blocks.slice(headline, headline + MAX_LINES).concat(blocks.slice(0, Math.min(headline, MAX_LINES)));
  return lines.filter(({ roles }) => (roles & (ASIDE | THIRD_PARTY)) === 0);
}

/** Returns the names of the site: those in its metadata and the labels of its host. */
function namesOfSite(metadata: Metadata, url: string): Set<string> {
  const host = /^[a-z]+:\/\/([^/:?#]+)/i.exec(url)?.[1] ?? '';
  const labels = host.split('.').filter((label) => label.length > 2 && label !== 'www');
  const own = [
    ...(metadata['og:site_name'] ?? []),
    ...(metadata['application-name'] ?? []),
    ...(metadata['publisher'] ?? []),
  ];
  return new Set([...own, ...labels, host].map(comparableName).filter((name) => name !== ''));
}

/** Number of lines from the headline on in which a name alone is the author. */
const MAX_NEAR_LINES = 12;

/** Returns the full name that is a line of its own before or after a line with a date, or undefined. */
function nameBesideDateLine(lines: readonly Block[]): string | undefined {
  const near = lines.slice(0, MAX_NEAR_LINES);
  const isDate = near.map(({ text }) => text.length <= MAX_DATE_LINE && findDate(text, false) !== null);
  return near.find(
    ({ text, element }, i) =>
      (isDate[i - 1] || isDate[i + 1]) &&
      !BLOCK_KINDS.heading.has(element) &&
      !BLOCK_KINDS.headline.has(element) &&
      FULL_NAME_ALONE.test(text),
  )?.text;
}

/** Maximum length of a line with a date, in UTF-16 units. */
const MAX_DATE_LINE = 60;

/** Maximum length of a byline, in UTF-16 units. */
const MAX_BYLINE_LENGTH = 160;
/** Words that state authorship; a single name after them is enough. */
const EXPLICIT_BYLINE =
  /^(?:.{0,30}\s)?(?:(?:posted|written|published|submitted|story|text|article|words|report|contributed|blog|post) by|(?:geschrieben|veröffentlicht|verfasst|eingestellt|erstellt|gespeichert|gepostet|text|artikel|beitrag|bericht) von|(?:escrito|publicado|redactado) por|(?:scritto|pubblicato) da|(?:publié|écrit|rédigé|proposé|posté) par|geschreven door|skrivet av|skrevet av|napisał|autor(?:in|en)?\s?:|author\s?:|auteure?s?\s?:|autore\s?:|автор\s?:|text\s?:)\s*:?\s*(?<name>.+)$/iu;
const BYLINE_START = /^(?:by|von|par|por|di|door|av)\s*:?\s+(?<name>\p{Lu}.*)$/iu;
/** A byline inside a line; it needs a date beside it. */
const BYLINE_WITHIN = /(?:^|\s)(?<word>by|von|par|por|da|di|door|av)\s+(?<name>\p{L}.*)$/iu;
/** Such a word alone: the name is in the next block. */
const LABEL_ALONE =
  /^(?:by|written by|posted by|author|autor(?:in)?|von|verfasst von|text|text von|par|auteur|por|autore|door|автор)\s*:?$/iu;

/** A quick check that rejects most lines: every match of the four patterns above contains this. */
const MAY_BE_BYLINE = /(?:^| )(?:by|von|por|par|d[ai]|door|av)|napisał|aut(?:h?or|eur)|text|автор/i;

/** What every date has. */
const DIGIT = /\d/;

function nameInByline(line: string, next: string): string | undefined {
  if (line.length > MAX_BYLINE_LENGTH || !MAY_BE_BYLINE.test(line)) return undefined;
  // Names of months are capitalised like names of people.
  const split = line.replace(JOINED_LABEL, '$& ');
  const text = DIGIT.test(split) ? split.replace(DATE_AFTER_NAME, ' |$&') : split;
  if (LABEL_ALONE.test(text)) return leadingMatch(next, NAMES_WITH_END);
  const outright = EXPLICIT_BYLINE.exec(text)?.groups?.['name'];
  if (outright !== undefined)
    return leadingMatch(outright, NAMES_WITH_END) ?? ACCOUNT_NAME.exec(foldWhitespace(outright, false))?.[1];
  for (const [i, part] of text.split(SEPARATORS).entries()) {
    // The part after a separator may be anything, unless the line has a date.
    if (i > 0 && findDate(text, false) === null) break;
    const named = BYLINE_START.exec(part)?.groups?.['name'];
    const name = named === undefined ? undefined : leadingMatch(named, FULL_NAMES);
    if (name !== undefined) return name;
  }
  return nameBesideDate(text);
}

/** A label without a space before the name: inline elements join. */
const JOINED_LABEL = /^(?:By|(?:Posted|Written|Published) by)(?=\p{Lu}\p{Ll})/u;
const SEPARATORS = /\s*[|•·]\s*|\s[–—-]\s/u;

/** Returns the name beside a date: `June 3, 2008 by ada`, `Von R. R. am 3. Juni 2009`. A single name is enough. */
function nameBesideDate(text: string): string | undefined {
  const { groups, index = 0 } = BYLINE_WITHIN.exec(text) ?? {};
  if (groups === undefined) return undefined;
  const [word, rest] = [groups['word'] as string, groups['name'] as string];
  const before = text.slice(0, index);
  const mayBeAccount = word.toLowerCase() === 'by' && ACCOUNT_CONTEXT.test(before);
  const name = leadingMatch(rest, NAMES_WITH_END) ?? (mayBeAccount ? ACCOUNT_NAME.exec(rest)?.[1] : undefined);
  if (name === undefined) return undefined;
  return (findDate(before, false) ?? findDate(rest.slice(name.length), false)) ? name : undefined;
}

/** Text that may precede an account name: nothing, a date at the beginning, or a verb of writing (not "closed", "sold", "sent"). */
const ACCOUNT_CONTEXT =
  /^\W*(?:$|(?:on\s+)?(?:\d|(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b)|.*\b(?:posted|written|submitted|published)\b)/iu;

const NAME_PART = String.raw`(?:\p{Lu}[\p{L}.'’-]*|\p{Lu}\.)`;
const PARTICLE = '(?:de|van|von|der|den|la|le|del|di|da|dos|bin|ibn|ten|ter|zu|v\\.)';
const FULL_NAME = `${NAME_PART}(?:\\s+(?:${NAME_PART}|${PARTICLE})){1,4}`;
const CONJUNCTION = `(?:\\s*(?:,|;|/|&)\\s*|,?\\s+(?:and|und|et|y|e|og|och|en)\\s+)`;
const WITH_LETTERS = `${FULL_NAME}(?:${POST_NOMINALS})?`;
/** Further names. Letters begin no name, so that a list of names and letters has one reading. */
const FURTHER_NAMES = `(?:${CONJUNCTION}(?!${LETTERS})${WITH_LETTERS})*`;
const FULL_NAMES = new RegExp(`^${WITH_LETTERS}${FURTHER_NAMES}`, 'u');
const FULL_NAME_ALONE = new RegExp(`^${FULL_NAME}$`, 'u');
const NAMES_WITH_END = new RegExp(
  `^(?:${WITH_LETTERS}|${NAME_PART})${FURTHER_NAMES}(?=$|\\s*(?:[|/·•–—(@,]|-\\s|am\\s|on\\s|at\\s|le\\s|el\\s|il\\s|vom\\s|um\\s|in\\s|\\d))`,
  'u',
);
/** An account name; it may be in lower case. */
const ACCOUNT_NAME = /^([\p{L}\d._-]{3,30})(?=$|\s+(?:am|on|at|le|el|@|\||-|–|»|,)(?:\s|$))/u;

function leadingMatch(text: string, pattern: RegExp): string | undefined {
  return pattern.exec(foldWhitespace(text, false))?.[0].replace(TRAILING_PARTICLE, '');
}

/** A particle between name and date, as in `Ada Writer le`. */
const TRAILING_PARTICLE = new RegExp(`\\s+${PARTICLE}$`, 'u');
