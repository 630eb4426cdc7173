/** Builds a document from the content that a reader found, the response headers and the crawl's options. */
import { hash } from 'node:crypto';
import { headerValues } from '../http/headers.ts';
import { readPageDirectives } from '../robots/page-directives.ts';
import { simhash } from '../text/simhash.ts';
import { foldWhitespace } from '../text/whitespace.ts';
import type { Reason } from '../url/reason.ts';
import type { Url } from '../url/url.ts';
import type { CleanOptions } from './clean-options.ts';
import { type Content, EMPTY_CONTENT } from './content.ts';
import type { CleanDocument } from './document.ts';
import type { Link, Paper } from './document-fields.ts';
import { documentFormat } from './document-formats.ts';
import type { FetchedPage } from './fetched-page.ts';
import { refreshLinks } from './html/refresh.ts';
import { detectLanguage } from './language/detect-language.ts';
import { type HeaderLinks, headerLinks, mergeAlternates } from './links/header-links.ts';
import { queryEncoderOf } from './links/query-encoder.ts';
import { urlsInText } from './links/urls-in-text.ts';
import { countryOfDomain, EMPTY_ABOUT } from './metadata/page-about.ts';
import { withoutControls } from './metadata/without-controls.ts';
import { PAGE_READERS } from './page-readers.ts';
import { citationOf } from './papers/citation.ts';
import { parsePaper } from './papers/paper.ts';
import { applyPlugins } from './plugin.ts';
import { readServerHeaders } from './server-headers.ts';

/** Builds a document without a text. */
export function emptyDocument(
  page: FetchedPage,
  mimeType: string,
  reason: Reason,
  options: CleanOptions,
): CleanDocument {
  return buildDocument(page, mimeType, { ...EMPTY_CONTENT, text: '' }, reason, options);
}

/** @param reason why the body was not read, or null if it was read */
export function buildDocument(
  page: FetchedPage,
  mimeType: string,
  given: Content,
  reason: Reason | null,
  options: CleanOptions,
): CleanDocument {
  const content = withoutControls(given);
  const { declaredLanguage, robots, extracted, standaloneText = content.text, ...fields } = content;
  const { unavailableAfter, ...directives } = readPageDirectives(
    robots.map((value) => ({ name: 'robots', content: value })),
    headerValues(page.headers, 'x-robots-tag'),
    options.agent,
  );
  const paper = reason === null ? parsePaper(content, PAGE_READERS.has(mimeType)) : undefined;
  const citation = citationOf(content.metadata);
  const declared = headerLinks(headerValues(page.headers, 'link'), page.url, options.rules);
  const isExpired = unavailableAfter !== null && page.fetchedAt !== undefined && unavailableAfter <= page.fetchedAt;
  const document: CleanDocument = {
    url: page.url,
    ...fields,
    ...(page.truncated && { truncated: 'body' as const }),
    ...(paper && { ...paperDescription(paper, content), paper }),
    ...(Object.keys(citation).length > 0 && { citation }),
    canonical: content.canonical ?? declared.canonical,
    links: limitLength(collectLinks(page, content, declared.links, options)),
    markdown: content.markdown ?? null,
    genre: content.genre ?? 'document',
    ...serverMetadata(page, content, declared, options),
    ...languageFields(
      content.text,
      declaredLanguage ?? headerValues(page.headers, 'content-language')[0] ?? null,
      options,
    ),
    mimeType,
    ...contentIdentity(standaloneText, page.url, extracted),
    robots: ROBOTS_WORDS.filter((word) => directives[word]),
    ...(unavailableAfter !== null && { unavailableAfter }),
    reason: reason ?? (directives.noindex || isExpired ? 'noindex' : reasonOfContent(content, mimeType, options)),
    ...crawlFields(page, content, options),
  };
  return withPlugins(document, standaloneText, extracted, options);
}

/** Returns why a page that was read is not kept: a list, nothing to find it by, or not the metadata that the crawl collects. */
function reasonOfContent(content: Content, mimeType: string, { requiredMetadata = [] }: CleanOptions): Reason | null {
  const { extracted, metadata, text, title } = content;
  if (extracted?.keep === false) return 'listing';
  // A page can be found by the fields of its rule.
  if (!extracted && isBlank(text) && isBlank(title ?? '') && !hasProperties(content, mimeType)) return 'no-content';
  return requiredMetadata.length > 0 && !hasMetadata(metadata, requiredMetadata) ? 'no-metadata' : null;
}

/** Returns whether a document without text can be found by what it declares. Images are kept for any metadata. */
function hasProperties({ author, description, keywords }: Content, mimeType: string): boolean {
  if (PAGE_READERS.has(mimeType)) return false;
  return author !== null || description !== null || keywords.length > 0 || documentFormat(mimeType) === 'image';
}

const isBlank = (text: string): boolean => !/\S/.test(text);

function hasMetadata(metadata: Content['metadata'], wanted: readonly string[]): boolean {
  return Object.entries(metadata).some(
    ([name, values]) =>
      values.some((value) => value.trim() !== '') &&
      wanted.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one)),
  );
}

const ROBOTS_WORDS = ['noindex', 'nofollow', 'noarchive', 'nosnippet'] as const;

/**
 * Maximum length of all URLs of the links of a document, in UTF-16 units. It is reached by 10,000 links of 200 characters. With a long base
 * URL, a page of 100 KB has links of 20 MB, which each stage and the frontier would read and write.
 */
const MAX_LINKS_LENGTH = 2_000_000;

/** Returns the first links, up to `MAX_LINKS_LENGTH`. */
function limitLength(links: Link[]): Link[] {
  let length = 0;
  const end = links.findIndex(({ url }) => {
    length += url.length;
    return length > MAX_LINKS_LENGTH;
  });
  return end === -1 ? links : links.slice(0, end);
}

/** Returns links in this order: `Refresh` and `Link` headers, the page's links and, if `linksInText` is on, URLs in its text. */
function collectLinks(
  page: FetchedPage,
  { links, text, charset }: Content,
  declared: readonly Link[],
  { rules, linksInText, maxLinks }: CleanOptions,
): Link[] {
  const refresh = headerValues(page.headers, 'refresh');
  const refreshed =
    refresh.length === 0 ? [] : refreshLinks(refresh, page.url, rules, queryEncoderOf(charset ?? 'UTF-8'));
  const isNew = ({ url, rel }: Link): boolean => !links.some((link) => link.url === url && link.rel === rel);
  const fromHeaders = [...refreshed, ...declared.filter(isNew)];
  const freeLinks = maxLinks - links.length;
  if (!linksInText || freeLinks <= 0) return [...fromHeaders, ...links];
  const known = new Set(links.map(({ url }) => url));
  const inText = urlsInText({ text, url: page.url }, rules).filter((url) => !known.has(url));
  return [...fromHeaders, ...links, ...inText.slice(0, freeLinks).map((url) => ({ url, anchor: '', rel: 'text' }))];
}

function languageFields(
  text: string,
  declared: string | null,
  { analyse = true }: CleanOptions,
): Pick<CleanDocument, 'language' | 'languageConfidence' | 'declaredLanguage'> {
  const tag = declared === null ? undefined : LANGUAGE_TAG.exec(declared)?.[1];
  const { language, confidence } = analyse ? detectLanguage(text, declared) : { language: 'und', confidence: null };
  return {
    language,
    ...(confidence !== null && { languageConfidence: confidence }),
    ...(tag !== undefined && { declaredLanguage: tag }),
  };
}

/** A language tag (BCP 47, also with `_`), alone or before others in a list. */
const LANGUAGE_TAG = /^\s*([a-z]{2,8}(?:[-_][a-z\d]{1,8}){0,8})\s*(?:,|$)/i;

/** Returns the fields that come from the crawl's own rules: extraction rules, news rules and the listing. */
function crawlFields(
  { url, note }: FetchedPage,
  { fields, publisher, metadata, extracted }: Content,
  { news }: CleanOptions,
): Partial<CleanDocument> {
  const listing = note?.about ?? {};
  const newsFields = news?.({ url, publisher: publisher ?? null, metadata, listing });
  return {
    ...((extracted || newsFields) && { fields: { ...fields, ...newsFields, ...extracted?.fields } }),
    ...(extracted?.rule && { rule: extracted.rule }),
    ...(extracted && extracted.items.length > 0 && { items: extracted.items }),
    ...(extracted?.follow && { follow: extracted.follow }),
    ...(Object.keys(listing).length > 0 && { listing }),
  };
}

/** Applies the plug-ins. If they change the standalone text, its digests are computed again. */
function withPlugins(
  document: CleanDocument,
  standaloneText: string,
  extracted: Content['extracted'],
  { plugins }: CleanOptions,
): CleanDocument {
  if (plugins === undefined || plugins.length === 0) return document;
  const changed = applyPlugins(document, plugins);
  const isSameText = standaloneText === document.text;
  const { text } = isSameText ? changed : applyPlugins({ ...document, text: standaloneText }, plugins);
  return text === standaloneText ? changed : { ...changed, ...contentIdentity(text, changed.url, extracted) };
}

/** Uses a paper's abstract and keywords where the document declares no description or keywords. */
function paperDescription(paper: Paper, { description, keywords }: Content): Pick<Content, 'description' | 'keywords'> {
  return { description: description ?? paper.abstract, keywords: keywords.length > 0 ? keywords : paper.keywords };
}

/** Merges what the response headers and the server's IP address tell into the reader's metadata. */
function serverMetadata(
  page: FetchedPage,
  { about = EMPTY_ABOUT, modified, sources }: Content,
  { alternates }: HeaderLinks,
  { countryOfIp, analyse = true, rules }: CleanOptions,
): Pick<CleanDocument, 'about' | 'modified' | 'sources'> {
  const { server, reserved, expires, modified: lastModified } = readServerHeaders(page);
  const countryByIp = analyse ? (countryOfIp?.(page.address ?? '') ?? null) : null;
  const country = countryByIp ?? (analyse ? countryOfDomain(page.url) : null);
  const usesHeader = !modified && lastModified !== null;
  return {
    about: {
      ...about,
      ...(alternates.length > 0 && { alternates: mergeAlternates(about.alternates, alternates, page.url, rules) }),
      ...{ server, country, expires, reserved: { ...reserved, ...about.reserved } },
    },
    modified: usesHeader ? lastModified : (modified ?? null),
    sources: {
      ...sources,
      ...(usesHeader && { modified: 'header last-modified' }),
      ...(country !== null && { country: countryByIp === null ? 'domain' : 'address' }),
    },
  };
}

/**
 * Returns the digests that identify a document's content. Documents without a text are no duplicates of each other: their
 * digest is that of the URL. What a rule extracts is content, too: two pages of a list may have the same text around their items.
 *
 * @param text the standalone text, which does not depend on the other pages of the batch
 */
function contentIdentity(
  text: string,
  url: Url,
  extracted: Content['extracted'],
): Pick<CleanDocument, 'digest' | 'md5' | 'simhash'> {
  const content = foldWhitespace(text, false) || `\0${url}`;
  const whole = hasValues(extracted) ? `${content}\0${JSON.stringify([extracted.fields, extracted.items])}` : content;
  return { digest: hash('sha256', whole, 'hex'), md5: hash('md5', content, 'hex'), simhash: simhash(text) };
}

const hasValues = (extracted: Content['extracted']): extracted is NonNullable<Content['extracted']> =>
  extracted !== undefined && (extracted.items.length > 0 || Object.keys(extracted.fields).length > 0);
