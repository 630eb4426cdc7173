/**
 * One answer of a web server to one document. Whatever the bytes are, there is a document: where they cannot be read, it
 * is empty and says why.
 */

import { hash } from 'node:crypto';
import { decodeContent } from '../http/content-coding.ts';
import { headerValues } from '../http/headers.ts';
import type { Converter, ConvertJob } from '../ports/converter.ts';
import { readPageDirectives } from '../robots/page-rules.ts';
import { foldWhitespace } from '../text/fold.ts';
import { simhash } from '../text/simhash.ts';
import type { Reason } from '../url/reason.ts';
import type { Url } from '../url/url.ts';
import type { CleanOptions } from './clean-options.ts';
import { type Content, EMPTY_CONTENT } from './content.ts';
import { convertedContent } from './converted-content.ts';
import { essenceOf, sniffMediaType } from './decode/media-type.ts';
import type { CleanDocument } from './document.ts';
import type { Link, Paper } from './document-fields.ts';
import { documentFormat } from './document-formats.ts';
import { rejectionReason } from './document-rules.ts';
import { RULE_KEY } from './extract/extract-rules.ts';
import type { FetchedPage } from './fetched-page.ts';
import { refreshLinks } from './html/refresh.ts';
import { detectLanguage } from './language/detect-language.ts';
import { urlsInText } from './links/urls-in-text.ts';
import { countryOfDomain, EMPTY_ABOUT } from './metadata/page-about.ts';
import { PAGE_READERS } from './page-readers.ts';
import { parsePaper } from './paper.ts';
import { applyPlugins } from './plugin.ts';
import { readHtmlText } from './read-html.ts';
import { jsonReaderFor } from './read-json.ts';
import { readServerHeaders } from './server-headers.ts';

/** A document that is read in a place apart. */
export type PendingConversion = { page: FetchedPage; job: ConvertJob };

/** Without a converter: documents that need one are unwanted. */
export function cleanPage(page: FetchedPage, options: CleanOptions): CleanDocument {
  const opened = openPage(page, options);
  return 'job' in opened ? emptyDocument(page, opened.job.mimeType, 'unwanted-type', options) : opened;
}

export async function convertPage(
  { page, job }: PendingConversion,
  converter: Converter,
  options: CleanOptions,
): Promise<CleanDocument> {
  const answer = await converter.convert(job);
  if ('reason' in answer) return emptyDocument(page, job.mimeType, answer.reason, options);
  return buildDocument(page, job.mimeType, convertedContent(answer, page.url, options), null, options);
}

/** @returns the document, or what a converter has to be asked for first. */
export function openPage(page: FetchedPage, options: CleanOptions): CleanDocument | PendingConversion {
  const contentType = headerValues(page.headers, 'content-type').at(-1) ?? '';
  const decoded = decodeContent(
    page.body,
    headerValues(page.headers, 'content-encoding').join(','),
    options.maxBytes,
    options.maxUnpackRatio,
  );
  if ('reason' in decoded) return emptyDocument(page, essenceOf(contentType), decoded.reason, options);
  const { bytes } = decoded;
  const mimeType = sniffMediaType(contentType, bytes);
  if (bytes.length === 0) return emptyDocument(page, mimeType, 'no-content', options);
  const format = documentFormat(mimeType);
  if (format) {
    const { documents, maxText, maxLinks } = options;
    const objection = rejectionReason({ url: page.url, format, bytes: bytes.length }, documents);
    if (objection) return emptyDocument(page, mimeType, objection, options);
    const program = documents.programs[format];
    const limits = { ...documents.limits, maxText, maxLinks };
    return { page, job: { bytes, mimeType, contentType, limits, ...(program && { program }) } };
  }
  const reader = PAGE_READERS.get(mimeType) ?? (options.extract && jsonReaderFor(mimeType));
  const { url, fetchedAt, note } = page;
  const content = reader?.({ url, bytes, mimeType, contentType, options, fetchedAt, listing: note?.about });
  return content
    ? buildDocument(page, mimeType, content, null, options)
    : emptyDocument(page, mimeType, 'unwanted-type', options);
}

/** The same for HTML that comes as text, without a server's headers. */
export function cleanHtml(url: Url, html: string, options: CleanOptions): CleanDocument {
  const page: FetchedPage = { url, headers: [], body: new Uint8Array(0) };
  if (html === '') return emptyDocument(page, 'text/html', 'no-content', options);
  return buildDocument(page, 'text/html', readHtmlText(html, { url, options }), null, options);
}

/** One that is not read, as it ended who read it before. */
export function poisonDocument(page: FetchedPage, options: CleanOptions): CleanDocument {
  return emptyDocument(page, essenceOf(headerValues(page.headers, 'content-type').at(-1) ?? ''), 'poison', options);
}

function emptyDocument(page: FetchedPage, mimeType: string, reason: Reason, options: CleanOptions): CleanDocument {
  return buildDocument(page, mimeType, { ...EMPTY_CONTENT, text: '' }, reason, options);
}

function buildDocument(
  page: FetchedPage,
  mimeType: string,
  content: Content,
  reason: Reason | null,
  options: CleanOptions,
): CleanDocument {
  const { declaredLanguage, robots: said, extracted, standaloneText: alone = content.text, ...fields } = content;
  const { unavailableAfter, ...asked } = readPageDirectives(
    said.map((value) => ({ name: 'robots', content: value })),
    headerValues(page.headers, 'x-robots-tag'),
    options.agent,
  );
  const paper = reason === null ? parsePaper(content, PAGE_READERS.has(mimeType)) : undefined;
  const isPast = unavailableAfter !== null && page.fetchedAt !== undefined && unavailableAfter <= page.fetchedAt;
  const document: CleanDocument = {
    url: page.url,
    ...fields,
    ...(paper && { ...paperDescription(paper, content), paper }),
    links: collectLinks(page, content, options),
    markdown: content.markdown ?? null,
    genre: content.genre ?? 'document',
    ...serverMetadata(page, content, options),
    ...languageFields(
      content.text,
      declaredLanguage ?? headerValues(page.headers, 'content-language')[0] ?? null,
      options,
    ),
    mimeType,
    ...contentIdentity(alone, page.url),
    robots: ROBOTS_WORDS.filter((word) => asked[word]),
    ...(unavailableAfter !== null && { unavailableAfter }),
    reason: reason ?? (asked.noindex || isPast ? 'noindex' : extracted?.keep === false ? 'listing' : null),
    ...crawlFields(page, content, options),
  };
  return withPlugins(document, alone, options);
}

/** What the server says, then the page, then its text where that is asked. */
function collectLinks(
  page: FetchedPage,
  { links, text }: Content,
  { rules, linksInText, maxLinks }: CleanOptions,
): Link[] {
  const sent = refreshLinks(headerValues(page.headers, 'refresh'), page.url, rules);
  const room = maxLinks - links.length;
  if (!linksInText || room <= 0) return [...sent, ...links];
  const known = new Set(links.map(({ url }) => url));
  const written = urlsInText({ text, url: page.url }, rules).filter((url) => !known.has(url));
  return [...sent, ...links, ...written.slice(0, room).map((url) => ({ url, anchor: '', rel: 'text' }))];
}

function languageFields(
  text: string,
  declared: string | null,
  { analyse = true }: CleanOptions,
): Pick<CleanDocument, 'language' | 'languageConfidence'> {
  if (!analyse) return { language: 'und' };
  const { language, confidence } = detectLanguage(text, declared);
  return confidence === null ? { language } : { language, languageConfidence: confidence };
}

/** What the crawl's own rules make of it. */
function crawlFields(
  { url, note }: FetchedPage,
  { fields, publisher, metadata, extracted }: Content,
  { news }: CleanOptions,
): Partial<CleanDocument> {
  const { [RULE_KEY]: _, ...listing } = note?.about ?? {};
  const ofNews = news?.({ url, publisher: publisher ?? null, metadata, listing });
  return {
    ...((extracted || ofNews) && { fields: { ...fields, ...ofNews, ...extracted?.fields } }),
    ...(extracted?.rule && { rule: extracted.rule }),
    ...(extracted && extracted.items.length > 0 && { items: extracted.items }),
    ...(extracted?.follow && { follow: extracted.follow }),
    ...(Object.keys(listing).length > 0 && { listing }),
  };
}

/** A plug-in may change the text, and with it all that is made of it. */
function withPlugins(document: CleanDocument, alone: string, { plugins }: CleanOptions): CleanDocument {
  if (plugins === undefined || plugins.length === 0) return document;
  const after = applyPlugins(document, plugins);
  const { text } = alone === document.text ? after : applyPlugins({ ...document, text: alone }, plugins);
  return text === alone ? after : { ...after, ...contentIdentity(text, after.url) };
}

/** What a paper says of itself in its text describes it where it says nothing elsewhere. */
function paperDescription(paper: Paper, { description, keywords }: Content): Pick<Content, 'description' | 'keywords'> {
  return { description: description ?? paper.abstract, keywords: keywords.length > 0 ? keywords : paper.keywords };
}

const ROBOTS_WORDS = ['noindex', 'nofollow', 'noarchive', 'nosnippet'] as const;

/** What a format's reader found, with what only the answer tells. */
function serverMetadata(
  page: FetchedPage,
  { about: found = EMPTY_ABOUT, modified, sources }: Content,
  { countryOfIp: countryOfAddress, analyse = true }: CleanOptions,
): Pick<CleanDocument, 'about' | 'modified' | 'sources'> {
  const { server, reserved, expires, modified: sent } = readServerHeaders(page);
  const located = analyse ? (countryOfAddress?.(page.address ?? '') ?? null) : null;
  const country = located ?? (analyse ? countryOfDomain(page.url) : null);
  const isLastResort = !modified && sent !== null;
  return {
    about: { ...found, server, country, expires, reserved: { ...found.reserved, ...reserved } },
    modified: isLastResort ? sent : (modified ?? null),
    sources: {
      ...sources,
      ...(isLastResort && { modified: 'header last-modified' }),
      ...(country !== null && { country: located === null ? 'domain' : 'address' }),
    },
  };
}

/**
 * What a page is told from others by, and from what it was. Pages without a text have nothing in common: each is told by its address then.
 *
 * @param text that it has by itself: the pages that it comes with are others each time.
 */
function contentIdentity(text: string, url: Url): Pick<CleanDocument, 'digest' | 'md5' | 'simhash'> {
  const content = foldWhitespace(text, false) || `\0${url}`;
  return { digest: hash('sha256', content, 'hex'), md5: hash('md5', content, 'hex'), simhash: simhash(text) };
}
