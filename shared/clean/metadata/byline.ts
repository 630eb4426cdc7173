/**
 * Who wrote a page, out of what it says of itself and of lines like "by …".
 *
 * Where several places name somebody, the first that names people counts: systems fill in the publisher, a department or
 * the name of an account where nobody entered an author. Those count where nothing better is said.
 */

import { foldWhitespace } from '../../text/whitespace.ts';
import { ASIDE, BLOCK_KINDS, THIRD_PARTY } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { JsonLdArticle } from './json-ld.ts';
import type { Metadata, SourcedValue } from './metadata.ts';
import { comparableName, parseAuthorNames } from './person-name.ts';
import { findDate } from './visible-date.ts';

/** Names in the order in which they are believed. */
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

/** Several authors are joined by `; `. A profile's address is no name, and the site itself nobody. */
export function findAuthor(
  metadata: Metadata,
  article: JsonLdArticle,
  page: ParsedPage,
  url: string,
): SourcedValue | null {
  const site = namesOfSite(metadata, url);
  let weak: SourcedValue | null = null;
  for (const { values, source } of authorCandidates(metadata, article, page)) {
    const names = parseAuthorNames(values);
    const people = names.filter(({ isPerson: person, name }) => person && !site.has(comparableName(name)));
    const kept =
      people.length > 0
        ? people
        : names.filter(({ name }) => comparableName(name) !== comparableName(metadata['og:site_name']?.[0] ?? ''));
    if (kept.length === 0) continue;
    const found = { value: kept.map(({ name }) => name).join('; '), source };
    if (people.length > 0) return found;
    weak ??= found;
  }
  return weak;
}

type AuthorCandidate = { values: readonly string[]; source: string };

function* authorCandidates(metadata: Metadata, article: JsonLdArticle, page: ParsedPage): Generator<AuthorCandidate> {
  yield { values: article.authors, source: 'json-ld' };
  for (const name of AUTHOR_META_NAMES)
    if (metadata[name] && (name !== 'twitter:data1' || AUTHOR_LABEL.test(metadata['twitter:label1']?.[0] ?? '')))
      yield { values: metadata[name], source: `meta ${name}` };
  for (const source of ['microdata', 'rdfa'] as const) {
    const said = page.properties.filter((property) => property.name === 'author' && property.source === source);
    if (said.length > 0) yield { values: [...new Set(said.map(({ value }) => value))], source };
  }
  for (const text of page.bylines.slice(0, MAX_MARKED)) yield { values: [text], source: 'byline' };
  const lines = linesAround(page);
  for (const [i, { text }] of lines.entries()) {
    const named = nameInByline(text, lines[i + 1]?.text ?? '');
    if (named !== undefined) yield { values: [named], source: 'text' };
  }
}

const AUTHOR_LABEL = /author|written|autor|escrito|écrit|verfasst|geschrieben|scritto|skriven|napisa/i;
const MAX_MARKED = 8;
/** Strings in which a byline is looked for: those from the headline on, and then those before it. */
const MAX_LINES = 500;

function linesAround({ blocks }: ParsedPage): Block[] {
  const headline = Math.max(0, blocks.findIndex(({ element }) => BLOCK_KINDS.headline.has(element)) - 3);
  const lines = blocks.slice(headline, headline + MAX_LINES).concat(blocks.slice(0, Math.min(headline, MAX_LINES)));
  return lines.filter(({ roles }) => (roles & (ASIDE | THIRD_PARTY)) === 0);
}

/** The site's own names: as it calls itself, and the labels of its host. */
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

const MAX_BYLINE_LENGTH = 160;
/** A word that says outright that somebody wrote it: then one name is enough. */
const EXPLICIT_BYLINE =
  /^(?:.{0,30}\s)?(?:(?:posted|written|published|submitted|story|text|article|words|report|contributed|blog|post) by|(?:geschrieben|veröffentlicht|verfasst|eingestellt|erstellt|gespeichert|gepostet|text|artikel|beitrag|bericht) von|(?:escrito|publicado|redactado) por|(?:scritto|pubblicato) da|(?:publié|écrit|rédigé|proposé|posté) par|geschreven door|skrivet av|skrevet av|napisał|autor(?:in|en)?\s?:|author\s?:|auteure?s?\s?:|autore\s?:|автор\s?:|text\s?:)\s*:?\s*(?<name>.+)$/iu;
const BYLINE_START = /^(?:by|von|par|por|di|door|av)\s*:?\s+(?<name>\p{Lu}.*)$/iu;
/** The same within a line, which has to tell a day beside it. */
const BYLINE_WITHIN = /(?:^|\s)(?<word>by|von|par|por|da|di|door|av)\s+(?<name>\p{L}.*)$/iu;
/** Such a word alone: the name stands in the next string. */
const LABEL_ALONE =
  /^(?:by|written by|posted by|author|autor(?:in)?|von|verfasst von|text|text von|par|auteur|por|autore|door|автор)\s*:?$/iu;

/** What one of the three above has in it: most lines have nothing of the kind, and looking closely takes long. */
const MAY_BE_BYLINE = /(?:^| )(?:by|von|por|par|d[ai]|door|av)|napisał|aut(?:h?or|eur)|text|автор/i;

function nameInByline(text: string, next: string): string | undefined {
  if (text.length > MAX_BYLINE_LENGTH || !MAY_BE_BYLINE.test(text)) return undefined;
  if (LABEL_ALONE.test(text)) return leadingMatch(next, NAMES_WITH_END);
  const outright = EXPLICIT_BYLINE.exec(text)?.groups?.['name'];
  if (outright !== undefined)
    return leadingMatch(outright, NAMES_WITH_END) ?? ACCOUNT_NAME.exec(foldWhitespace(outright, false))?.[1];
  for (const [i, part] of text.split(SEPARATORS).entries()) {
    // Behind a bar it may be anything, unless the line tells a day.
    if (i > 0 && findDate(text, false) === null) break;
    const named = BYLINE_START.exec(part)?.groups?.['name'];
    const name = named === undefined ? undefined : leadingMatch(named, FULL_NAMES);
    if (name !== undefined) return name;
  }
  return nameBesideDate(text);
}

const SEPARATORS = /\s*[|•·]\s*|\s[–—-]\s/u;

/** `June 3, 2008 by ada`, `Von R. R. am 3. Juni 2009`: with a day before or behind it, one name is enough. */
function nameBesideDate(text: string): string | undefined {
  const { groups, index = 0 } = BYLINE_WITHIN.exec(text) ?? {};
  if (groups === undefined) return undefined;
  const [word, said] = [groups['word'] as string, groups['name'] as string];
  const before = text.slice(0, index);
  const mayBeAccount = word.toLowerCase() === 'by' && ACCOUNT_CONTEXT.test(before);
  const name = leadingMatch(said, NAMES_WITH_END) ?? (mayBeAccount ? ACCOUNT_NAME.exec(said)?.[1] : undefined);
  if (name === undefined) return undefined;
  return (findDate(before, false) ?? findDate(said.slice(name.length), false)) ? name : undefined;
}

/** Nothing, a day from the beginning on, or that somebody wrote it: what was closed, sold or sent that day was so by no account. */
const ACCOUNT_CONTEXT =
  /^\W*(?:$|(?:on\s+)?(?:\d|(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b)|.*\b(?:posted|written|submitted|published)\b)/iu;

const NAME_PART = String.raw`(?:\p{Lu}[\p{L}.'’-]*|\p{Lu}\.)`;
const PARTICLE = '(?:de|van|von|der|den|la|le|del|di|da|dos|bin|ibn|ten|ter|zu|v\\.)';
const FULL_NAME = `${NAME_PART}(?:\\s+(?:${NAME_PART}|${PARTICLE})){1,4}`;
const CONJUNCTION = `(?:\\s*(?:,|;|/|&)\\s*|\\s+(?:and|und|et|y|e|og|och|en)\\s+)`;
const FULL_NAMES = new RegExp(`^${FULL_NAME}(?:${CONJUNCTION}${FULL_NAME})*`, 'u');
const NAMES_WITH_END = new RegExp(
  `^(?:${FULL_NAME}|${NAME_PART})(?:${CONJUNCTION}${FULL_NAME})*(?=$|\\s*(?:[|/·•–—(@,]|-\\s|am\\s|on\\s|at\\s|le\\s|el\\s|il\\s|vom\\s|um\\s|in\\s|\\d))`,
  'u',
);
/** The name of an account, which has no capitals. */
const ACCOUNT_NAME = /^([\p{L}\d._-]{3,30})(?=$|\s+(?:am|on|at|le|el|@|\||-|–|»|,)(?:\s|$))/u;

function leadingMatch(text: string, pattern: RegExp): string | undefined {
  return pattern.exec(foldWhitespace(text, false))?.[0].replace(TRAILING_PARTICLE, '');
}

/** `Ada Writer le`: what stood between a name and a day. */
const TRAILING_PARTICLE = new RegExp(`\\s+${PARTICLE}$`, 'u');
