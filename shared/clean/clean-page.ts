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
import { type Content, NOTHING_SAID } from './content.ts';
import { contentOfConverted } from './converted-content.ts';
import { essenceOf, sniffMediaType } from './decode/media-type.ts';
import type { CleanDocument } from './document.ts';
import type { Link, Paper } from './document-fields.ts';
import { formatOf } from './document-formats.ts';
import { objectionToDocument } from './document-rules.ts';
import { RULE_KEY } from './extract/extract-rules.ts';
import type { PageBytes } from './fetched-page.ts';
import { linksOfRefresh } from './html/refresh.ts';
import { judgeLanguage } from './language/detect-language.ts';
import { addressesIn } from './links/text-links.ts';
import { countryOf, NOTHING_ABOUT } from './metadata/page-about.ts';
import { READERS } from './page-readers.ts';
import { paperOf } from './paper.ts';
import { throughPlugins } from './plugin.ts';
import { readerOfData } from './read-data.ts';
import { readHtmlText } from './read-html.ts';
import { headersOf } from './server-headers.ts';

/** A document that is read in a place apart. */
export type ToConvert = { page: PageBytes; job: ConvertJob };

/** Without a converter: documents that need one are unwanted. */
export function cleanPage(page: PageBytes, options: CleanOptions): CleanDocument {
  const opened = openPage(page, options);
  return 'job' in opened ? unread(page, opened.job.mimeType, 'unwanted-type', options) : opened;
}

export async function convertPage(
  { page, job }: ToConvert,
  converter: Converter,
  options: CleanOptions,
): Promise<CleanDocument> {
  const answer = await converter.convert(job);
  if ('reason' in answer) return unread(page, job.mimeType, answer.reason, options);
  return documentOf(page, job.mimeType, contentOfConverted(answer, page.url, options), null, options);
}

/** @returns the document, or what a converter has to be asked for first. */
export function openPage(page: PageBytes, options: CleanOptions): CleanDocument | ToConvert {
  const contentType = headerValues(page.headers, 'content-type').at(-1) ?? '';
  const decoded = decodeContent(
    page.body,
    headerValues(page.headers, 'content-encoding').join(','),
    options.maxBytes,
    options.maxUnpackRatio,
  );
  if ('reason' in decoded) return unread(page, essenceOf(contentType), decoded.reason, options);
  const { bytes } = decoded;
  const mimeType = sniffMediaType(contentType, bytes);
  if (bytes.length === 0) return unread(page, mimeType, 'no-content', options);
  const format = formatOf(mimeType);
  if (format) {
    const { documents, maxText, maxLinks } = options;
    const objection = objectionToDocument({ url: page.url, format, bytes: bytes.length }, documents);
    if (objection) return unread(page, mimeType, objection, options);
    const program = documents.programs[format];
    const limits = { ...documents.limits, maxText, maxLinks };
    return { page, job: { bytes, mimeType, contentType, limits, ...(program && { program }) } };
  }
  const reader = READERS.get(mimeType) ?? (options.extract && readerOfData(mimeType));
  const { url, fetchedAt, note } = page;
  const content = reader?.({ url, bytes, mimeType, contentType, options, fetchedAt, listing: note?.about });
  return content
    ? documentOf(page, mimeType, content, null, options)
    : unread(page, mimeType, 'unwanted-type', options);
}

/** The same for HTML that comes as text, without a server's headers. */
export function cleanHtml(url: Url, html: string, options: CleanOptions): CleanDocument {
  const page: PageBytes = { url, headers: [], body: new Uint8Array(0) };
  if (html === '') return unread(page, 'text/html', 'no-content', options);
  return documentOf(page, 'text/html', readHtmlText(html, { url, options }), null, options);
}

/** One that is not read, as it ended who read it before. */
export function passedOver(page: PageBytes, options: CleanOptions): CleanDocument {
  return unread(page, essenceOf(headerValues(page.headers, 'content-type').at(-1) ?? ''), 'poison', options);
}

function unread(page: PageBytes, mimeType: string, reason: Reason, options: CleanOptions): CleanDocument {
  return documentOf(page, mimeType, { ...NOTHING_SAID, text: '' }, reason, options);
}

function documentOf(
  page: PageBytes,
  mimeType: string,
  content: Content,
  reason: Reason | null,
  options: CleanOptions,
): CleanDocument {
  const { declaredLanguage, robots: said, extracted, alone = content.text, ...fields } = content;
  const { unavailableAfter, ...asked } = readPageDirectives(
    said.map((value) => ({ name: 'robots', content: value })),
    headerValues(page.headers, 'x-robots-tag'),
    options.agent,
  );
  const paper = reason === null ? paperOf(content, READERS.has(mimeType)) : undefined;
  const isPast = unavailableAfter !== null && page.fetchedAt !== undefined && unavailableAfter <= page.fetchedAt;
  const document: CleanDocument = {
    url: page.url,
    ...fields,
    ...(paper && { ...describedBy(paper, content), paper }),
    links: linksOf(page, content, options),
    markdown: content.markdown ?? null,
    genre: content.genre ?? 'document',
    ...saidByServer(page, content, options),
    ...languageFields(
      content.text,
      declaredLanguage ?? headerValues(page.headers, 'content-language')[0] ?? null,
      options,
    ),
    mimeType,
    ...toldBy(alone, page.url),
    robots: ROBOTS_WORDS.filter((word) => asked[word]),
    ...(unavailableAfter !== null && { unavailableAfter }),
    reason: reason ?? (asked.noindex || isPast ? 'noindex' : extracted?.keep === false ? 'listing' : null),
    ...taken(page, content, options),
  };
  return pluggedIn(document, alone, options);
}

/** What the server says, then the page, then its text where that is asked. */
function linksOf(page: PageBytes, { links, text }: Content, { rules, linksInText, maxLinks }: CleanOptions): Link[] {
  const sent = linksOfRefresh(headerValues(page.headers, 'refresh'), page.url, rules);
  const room = maxLinks - links.length;
  if (!linksInText || room <= 0) return [...sent, ...links];
  const known = new Set(links.map(({ url }) => url));
  const written = addressesIn({ text, url: page.url }, rules).filter((url) => !known.has(url));
  return [...sent, ...links, ...written.slice(0, room).map((url) => ({ url, anchor: '', rel: 'text' }))];
}

function languageFields(
  text: string,
  declared: string | null,
  { analyse = true }: CleanOptions,
): Pick<CleanDocument, 'language' | 'languageConfidence'> {
  if (!analyse) return { language: 'und' };
  const { language, confidence } = judgeLanguage(text, declared);
  return confidence === null ? { language } : { language, languageConfidence: confidence };
}

/** What the crawl's own rules make of it. */
function taken(
  { url, note }: PageBytes,
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
function pluggedIn(document: CleanDocument, alone: string, { plugins }: CleanOptions): CleanDocument {
  if (plugins === undefined || plugins.length === 0) return document;
  const after = throughPlugins(document, plugins);
  const { text } = alone === document.text ? after : throughPlugins({ ...document, text: alone }, plugins);
  return text === alone ? after : { ...after, ...toldBy(text, after.url) };
}

/** What a paper says of itself in its text describes it where it says nothing elsewhere. */
function describedBy(paper: Paper, { description, keywords }: Content): Pick<Content, 'description' | 'keywords'> {
  return { description: description ?? paper.abstract, keywords: keywords.length > 0 ? keywords : paper.keywords };
}

const ROBOTS_WORDS = ['noindex', 'nofollow', 'noarchive', 'nosnippet'] as const;

/** What a format's reader found, with what only the answer tells. */
function saidByServer(
  page: PageBytes,
  { about: found = NOTHING_ABOUT, modified, sources }: Content,
  { countryOfAddress, analyse = true }: CleanOptions,
): Pick<CleanDocument, 'about' | 'modified' | 'sources'> {
  const { server, reserved, expires, modified: sent } = headersOf(page);
  const located = analyse ? (countryOfAddress?.(page.address ?? '') ?? null) : null;
  const country = located ?? (analyse ? countryOf(page.url) : null);
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
function toldBy(text: string, url: Url): Pick<CleanDocument, 'digest' | 'md5' | 'simhash'> {
  const content = foldWhitespace(text, false) || `\0${url}`;
  return { digest: hash('sha256', content, 'hex'), md5: hash('md5', content, 'hex'), simhash: simhash(text) };
}
