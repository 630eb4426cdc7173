/**
 * Finds the author of a page in its metadata and in bylines ("by …").
 *
 * The first source that names a person wins. Publishing systems fill in the publisher, a department or an account name if no
 * author was entered; such names are used only if no source names a person.
 */

import { ASIDE, BLOCK_KINDS, elementId, THIRD_PARTY } from '../html/elements.ts';
import { readInlines } from '../html/inline-runs.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { cutHelpers, isHelper, isHelperLabel } from './after-name.ts';
import { FULL_NAME_ALONE, nameInByline, POSTED_BY } from './byline-line.ts';
import { parseCatalogueNames } from './catalogue-names.ts';
import { findDate } from './dates/visible-date.ts';
import type { JsonLdArticle } from './json-ld.ts';
import type { Metadata, SourcedValue } from './metadata.ts';
import { type AuthorName, comparableName, isOrganization, parseAuthorNames } from './person-name.ts';

/** Names of meta elements with authors, most reliable first. */
const AUTHOR_META_NAMES = [
  ...['citation_author', 'citation_authors', 'dc.creator', 'dcterms.creator', 'parsely-author', 'sailthru.author'],
  ...['byl', 'article:author', 'author', 'og:author', 'dc.contributor', 'creator', 'article:author_name'],
  ...['og:article:author', 'cxenseparse:author', 'twitter:data1', 'twitter:data2'],
];
/** Those of them that catalogues and journals write, surname first. */
const CATALOGUE_META_NAMES: ReadonlySet<string> = new Set(
  ['citation_author', 'citation_authors', 'dc.creator', 'dcterms.creator', 'dc.contributor'].map(
    (name) => `meta ${name}`,
  ),
);
/** Names whose values are authors only if another meta element labels them so. */
const LABELS: Readonly<Record<string, string>> = {
  'twitter:data1': 'twitter:label1',
  'twitter:data2': 'twitter:label2',
};

/**
 * Returns the author or null; several authors are joined by `; `. Profile URLs are ignored. The site's own name counts if metadata or a marked
 * byline have it and nothing names a person. If metadata name one person and other metadata or a marked byline that person and others, all count.
 */
export function findAuthor(
  metadata: Metadata,
  article: JsonLdArticle,
  page: ParsedPage,
  url: string,
): SourcedValue | null {
  const site = namesOfSite(metadata, url);
  const titles = titlesOf(page).filter((title) => !site.has(title));
  let weak: SourcedValue | null = null;
  let ownName: SourcedValue | null = null;
  // Journals write surnames first in JSON-LD, too.
  const isPaper = metadata['citation_title'] !== undefined;
  let one: { person: AuthorName; source: string } | undefined;
  for (const { values, source, isGuess } of authorCandidates(metadata, article, page)) {
    const isDeclared = DECLARED.test(source);
    const isOwn = isDeclared || source === 'byline';
    if (one && !isOwn) break;
    const isCatalogued = CATALOGUE_META_NAMES.has(source) || (source === 'json-ld' && isPaper);
    const parsed = isCatalogued ? parseCatalogueNames(values, source === ONE_EACH) : parseAuthorNames(values);
    const names = parsed.filter(({ name }) => isDeclared || !titles.includes(comparableName(name)));
    const people = names.filter(({ isPerson, name }) => isPerson && !site.has(comparableName(name)));
    if (one) {
      if (!IN_ELEMENTS.has(source) && hasMore(people, one.person)) return joined(people, source);
      continue;
    }
    const kept =
      people.length === 0
        ? names.filter(({ name }) => comparableName(name) !== comparableName(metadata['og:site_name']?.[0] ?? ''))
        : isCatalogued
          ? names.filter(({ name }) => !site.has(comparableName(name)))
          : people;
    if (kept.length === 0) {
      if (names.length > 0 && isOwn) ownName ??= joined(names.slice(0, 1), source);
      continue;
    }
    const found = joined(kept, source);
    if (people.length === 1 && !isGuess && isDeclared) one = { person: people[0] as AuthorName, source };
    else if (people.length > 0 && !isGuess) return found;
    else if (source === 'byline' && !BEGINS_SMALL.test(found.value) && COLLECTIVE.test(found.value)) return found;
    else weak ??= ownName && source === 'byline' ? ownName : found;
  }
  return one ? joined([one.person], one.source) : (weak ?? ownName);
}

/** Returns the title and the main headings, comparable with names: text that looks like a byline may be a title. */
function titlesOf({ title, headings, levels }: ParsedPage): string[] {
  return [title ?? '', ...headings.filter((_, i) => levels[i] === 1)].map(comparableName);
}

function joined(names: readonly AuthorName[], source: string): SourcedValue {
  return { value: names.map(({ name }) => name).join('; '), source };
}

/** Returns whether names contain one and more. A title may precede it: `Dr Ada Writer`. */
function hasMore(names: readonly AuthorName[], { name: one }: AuthorName): boolean {
  return names.length > 1 && names.some(({ name }) => comparableName(name).endsWith(comparableName(one)));
}

/** Sources with the authors of all items of a page, also of related pages. */
const IN_ELEMENTS: ReadonlySet<string> = new Set(['microdata', 'rdfa']);

/** The element that has one author each, by its definition. */
const ONE_EACH = 'meta citation_author';

/** Words for the authors of a site together: a marked byline with one is complete, and people named after it are others. */
const COLLECTIVE =
  /(?<!\p{L})(?:team|staff|editors|editorial|redaktion|rédaction|redacción|redazione|redactie|newsroom|desk)(?!\p{L})/iu;

/** The beginning of `editorial policies`, which are no authors. */
const BEGINS_SMALL = /^\p{Ll}/u;

/** Sources that declare an author, as opposed to text that looks like one. */
const DECLARED = /^(?:json-ld|meta |microdata|rdfa)/;

/** `isGuess`: whether any other source, also one before it that names no person, is better. */
type AuthorCandidate = { values: readonly string[]; source: string; isGuess?: boolean };

function* authorCandidates(metadata: Metadata, article: JsonLdArticle, page: ParsedPage): Generator<AuthorCandidate> {
  yield { values: article.authors, source: 'json-ld' };
  for (const name of AUTHOR_META_NAMES)
    if (metadata[name] && isLabelled(metadata, LABELS[name])) yield { values: metadata[name], source: `meta ${name}` };
  for (const source of ['microdata', 'rdfa'] as const) {
    const properties = page.properties.filter((property) => property.name === 'author' && property.source === source);
    if (properties.length > 0) yield { values: [...new Set(properties.map(({ value }) => value))], source };
  }
  const marked = page.bylines.slice(0, MAX_MARKED);
  for (const [i, text] of marked.entries()) {
    if (parseAuthorNames([text]).some(({ name }) => isPublisher(text, name))) continue;
    const isGuess = isHelper(text) || isHelperLabel(marked[i - 1] ?? '');
    yield { values: [cutHelpers(text)], source: 'byline', isGuess };
  }
  const lines = linesAround(page);
  for (let i = 0; i < lines.length; i++) {
    if ((lines[i] as Block).element === TABLE_HEADING) continue;
    const named = nameInByline((lines[i] as Block).text, lines[i + 1]?.text ?? '');
    if (named === undefined || isPublisher((lines[i] as Block).text, named)) continue;
    yield { values: [withinLink(page, lines[i] as Block, named)], source: 'text' };
    // Later ones are of comments.
    if (POSTED_BY.test((lines[i] as Block).text)) break;
  }
  const beside = nameBesideDateLine(page, lines);
  if (beside !== undefined) yield { values: [beside], source: 'text', isGuess: true };
  const linked = linkedAuthors(page);
  if (linked.length > 0) yield { values: linked, source: 'link' };
  if (metadata['twitter:creator'])
    yield { values: metadata['twitter:creator'], source: 'meta twitter:creator', isGuess: true };
}

/** Whether a byline has the word for publishing, and the name is that of a company or office rather than a team of authors: `Published by Bog Press`. */
const isPublisher = (line: string, name: string): boolean =>
  PUBLISHED_BY.test(line) && !COLLECTIVE.test(name) && (isOrganization(name) || PUBLISHING_HOUSE.test(name));

const PUBLISHED_BY =
  /^(?:published by|(?:veröffentlicht|herausgegeben) von|publié par|publicado por|pubblicato da|gepubliceerd door|publicera[dt] av|udgivet af|utgitt av)(?!\p{L})/iu;
/** Words of publishers that names of other companies lack. */
const PUBLISHING_HOUSE =
  /(?<!\p{L})(?:books?|publish(?:ing|ers?)|publications?|[ée]ditions?|ediciones|editore|edizioni|edições|uitgeverij|forlag|förlag)(?!\p{L})/iu;

/** Whether a label is that of an author, or none is needed. */
const isLabelled = (metadata: Metadata, label: string | undefined): boolean =>
  label === undefined || AUTHOR_LABEL.test(metadata[label]?.[0] ?? '');

const TABLE_HEADING = elementId('th');

/** Returns a name of a line up to the end of the link that it begins with, if more than other names follow: `Ada Moss` of `<a>Ada Moss</a> View In Print`. */
function withinLink(page: ParsedPage, line: Block, named: string): string {
  if (line.anchors === 0) return named;
  const linked = readInlines(page, line).find(
    ({ href, text }) => href !== null && text.trim().length > 2 && named.startsWith(`${text.trim()} `),
  );
  const name = linked?.text.trim();
  return name === undefined || FURTHER.test(named.slice(name.length)) ? named : name;
}

/** The rest of a list of names, or of a name in another script or with letters. */
const FURTHER = /^\s*(?:[^\p{Lu}\s]|\p{Ll}|(?:AND|UND|ET)\s)/u;

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

function linesAround(page: ParsedPage): Block[] {
  const { blocks } = page;
  const headline = blocks.findIndex(({ element }) => BLOCK_KINDS.headline.has(element));
  const from = Math.max(0, headline - 3);
  const lines = blocks.slice(from, from + MAX_LINES).concat(blocks.slice(0, Math.min(from, MAX_LINES)));
  const below = new Set(headline < 0 ? [] : blocks.slice(headline + 1, headline + 1 + MAX_NEAR_LINES));
  return lines.filter(
    (block) => (block.roles & (ASIDE | THIRD_PARTY)) === 0 || (below.has(block) && isAsideByline(page, block)),
  );
}

/**
 * Returns whether a line of an aside is a byline with the word for writing, or of a `footer` any byline with a date. Drupal has it there, between
 * the headline and the text.
 */
function isAsideByline({ containers: { parents, elements } }: ParsedPage, { text, container, roles }: Block): boolean {
  if ((roles & THIRD_PARTY) !== 0 || text.length > MAX_FOOTER_BYLINE || !FOOTER_BYLINE.test(text)) return false;
  const around = [container, parents[container] as number, parents[parents[container] as number] as number];
  return around.some((c) => elements[c] === FOOTER) ? findDate(text, false) !== null : WRITTEN.test(text);
}

/** Other words of bylines also stand before the names of agencies and programs in an aside. */
const WRITTEN = /^(?:written|geschrieben|verfasst|écrit|escrito|scritto|geschreven|skrevet|skrivet) /i;
const FOOTER = elementId('footer');
/** Maximum length of such a line, in UTF-16 units. */
const MAX_FOOTER_BYLINE = 120;
/** Words of Drupal before the name. Footers also have `Powered by`, `Designed by` and `Photo by`. */
const FOOTER_BYLINE =
  /^(?:(?:submitted|posted|written|published|created|authored) by|(?:verfasst|gespeichert|eingereicht|eingetragen|erstellt|geschrieben|veröffentlicht) von|(?:soumis|publié|proposé|écrit) par|(?:enviado|publicado|escrito|submetido) por|(?:inviato|pubblicato|scritto|inserito) da|(?:ingediend|geplaatst|geschreven|gepubliceerd) door|(?:skickades|skickat|inlagt|publicerat|publicerad|skrivet) av|(?:indsendt|skrevet|publisert) a[fv]) /iu;

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

/** Returns the full name at the start of a line like `Ada Writer | Editor | 12 May 2024`, or alone or as `by ada` before or after a line with a date, or undefined. */
function nameBesideDateLine(page: ParsedPage, lines: readonly Block[]): string | undefined {
  const near = lines.slice(0, MAX_NEAR_LINES);
  const isDate = near.map(({ text }) => text.length <= MAX_DATE_LINE && findDate(text, false) !== null);
  for (const [i, { text }] of near.entries()) {
    const [first = '', ...others] = isDate[i] ? text.split(BAR) : [];
    if (others.length > 0 && FULL_NAME_ALONE.test(first)) return first;
  }
  const isHeading = near.map(({ element }) => BLOCK_KINDS.heading.has(element) || BLOCK_KINDS.headline.has(element));
  // The line before a headline is of a menu, also if the headline has a date.
  const line = near.find(
    (one, i) =>
      (isDate[i - 1] || (isDate[i + 1] && !isHeading[i + 1])) &&
      !isHeading[i] &&
      FULL_NAME_ALONE.test(withoutAddress(one.text)) &&
      !isOfSeveralLinks(page, one),
  );
  if (line !== undefined) return withoutAddress(line.text);
  const account = near.find(({ text }, i) => (isDate[i - 1] || isDate[i + 1]) && ACCOUNT_LINE.test(text));
  return account && ACCOUNT_LINE.exec(account.text)?.[1];
}

/** Returns whether several links make up the name of a line, such as the words of a menu: `<a>Edit</a> <a>History</a>`. */
function isOfSeveralLinks(page: ParsedPage, line: Block): boolean {
  if (line.anchors < 2) return false;
  const name = withoutAddress(line.text);
  const parts = readInlines(page, line).filter(({ href, text }) => {
    const part = text.trim();
    return href !== null && part !== '' && part !== name && name.includes(part);
  });
  return parts.length > 1;
}

/**
 * A line with the name of an account, which may be in lower case after "by": `by ada`, `von Ada1`. The words of other languages also stand before
 * places (`von Berlin`), so the account has `_`, or a digit or capital after a small letter there. Places have capitals after a hyphen (`Baden-Baden`).
 */
const ACCOUNT_LINE =
  /^(?:(?:(?:[Pp]osted|POSTED) )?(?:[Bb]y|BY) |(?:[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor|[Aa][vf]) (?=\p{Lu}\S*(?:_|(?<=\p{Ll})[\p{Lu}\d])))([\p{L}\d][\p{L}\d._-]{2,29})$/u;

/** Returns a short line without the mail address at its end, as archives of mailing lists write it: `Ada Moss ada at bog.example`. */
const withoutAddress = (text: string): string =>
  text.length <= MAX_SENDER_LINE ? text.replace(MAIL_ADDRESS, '') : text;

/** Maximum length of a name and a mail address, in UTF-16 units. */
const MAX_SENDER_LINE = 120;
const MAIL_ADDRESS = /\s+[<(]?[\w.+-]{1,64}(?:@| at )[\w-]{1,63}(?:\.[\w-]{1,63})+[>)]?$/;

const BAR = /\s*[|•·]\s*/u;
/** Maximum length of a line with a date, in UTF-16 units. */
const MAX_DATE_LINE = 60;
