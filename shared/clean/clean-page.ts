/**
 * Turns one fetched page into one document. Every page gives a document: if the body cannot be read, the document has an empty
 * text and a reason.
 */
import type { Converter, ConvertFailure, ConvertJob } from '../ports/converter.ts';
import { removeControls } from '../text/controls.ts';
import { foldWhitespace } from '../text/whitespace.ts';
import type { Reason } from '../url/reason.ts';
import type { Url } from '../url/url.ts';
import { buildDocument, emptyDocument } from './build-document.ts';
import type { CleanOptions } from './clean-options.ts';
import { convertedContent } from './converted-content.ts';
import { charsetParameter, decodeText } from './decode/charset.ts';
import { essenceOf, sniffMediaType } from './decode/media-type.ts';
import { contentTypeOf, openBody } from './decode/open-body.ts';
import { MARKDOWN_TYPES } from './decode/text-types.ts';
import type { CleanDocument } from './document.ts';
import { documentFormat, type FormatName } from './document-formats.ts';
import { rejectionReason, whyDisabled } from './document-rules.ts';
import type { FetchedPage } from './fetched-page.ts';
import { filesOfStylesheet } from './links/embedded-files.ts';
import { PAGE_READERS } from './page-readers.ts';
import { readHtmlText } from './read-html.ts';
import { jsonReaderFor } from './read-json.ts';

/** A page whose body needs a converter, and the job for it. */
export type PendingConversion = { page: FetchedPage; job: ConvertJob };

/** Cleans a page without a converter: a document that needs one gets the reason `unwanted-type`. */
export function cleanPage(page: FetchedPage, options: CleanOptions): CleanDocument {
  const opened = openPage(page, options);
  return 'job' in opened ? emptyDocument(page, opened.job.mimeType, 'unwanted-type', options) : opened;
}

/** Runs a pending conversion and builds its document. */
export async function convertPage(
  { page, job }: PendingConversion,
  converter: Converter,
  options: CleanOptions,
): Promise<CleanDocument> {
  const answer = await converter.convert(job);
  if ('reason' in answer) return failedDocument(page, job.mimeType, answer, options);
  return buildDocument(page, job.mimeType, convertedContent(answer, page.url, options, page.fetchedAt), null, options);
}

/** Maximum length of `detail`, in UTF-16 units. */
const MAX_DETAIL_LENGTH = 300;

/** Returns a document without text that says why its file was not converted. */
function failedDocument(
  page: FetchedPage,
  mimeType: string,
  { reason, detail }: ConvertFailure,
  options: CleanOptions,
): CleanDocument {
  const document = emptyDocument(page, mimeType, reason, options);
  const text = foldWhitespace(removeControls(detail.slice(0, MAX_DETAIL_LENGTH)), false);
  // Memory differs from run to run, and a document does not.
  return text === '' || reason === 'conversion-memory' ? document : { ...document, detail: text };
}

/** Returns the document of a page, or the conversion that the page needs first. */
export function openPage(page: FetchedPage, options: CleanOptions): CleanDocument | PendingConversion {
  const opened = openBody(page, options.maxBytes, options.maxUnpackRatio);
  if ('reason' in opened)
    return emptyDocument(page, essenceOf(withFileType(contentTypeOf(page), page.url)), opened.reason, options);
  const { bytes } = opened;
  const contentType = withFileType(opened.contentType, page.url);
  const mimeType = sniffMediaType(contentType, bytes);
  if (bytes.length === 0) return emptyDocument(page, mimeType, 'no-content', options);
  const format = documentFormat(mimeType);
  if (format) return prepareConversion(page, { bytes, mimeType, contentType, format }, options);
  const reader = PAGE_READERS.get(mimeType) ?? (options.extract && jsonReaderFor(mimeType));
  const { url, fetchedAt, note } = page;
  const linked = { listing: note?.about, linkedRule: note?.extractRule };
  const content = reader?.({ url, bytes, mimeType, contentType, options, fetchedAt, ...linked });
  if (content) return buildDocument(page, mimeType, content, null, options);
  const document = emptyDocument(page, mimeType, 'unwanted-type', options);
  if (!options.embedded || mimeType !== 'text/css') return document;
  const { text } = decodeText(bytes, charsetParameter(contentType), false);
  const files = filesOfStylesheet(text, { url, rules: options.rules, maxCount: options.maxLinks });
  return { ...document, links: [...document.links, ...files] };
}

type Body = Pick<ConvertJob, 'bytes' | 'mimeType' | 'contentType'> & { format: FormatName };

/** Returns the conversion of a document, or an empty document if the crawl's rules reject it. */
function prepareConversion(
  page: FetchedPage,
  { bytes, mimeType, contentType, format }: Body,
  options: CleanOptions,
): CleanDocument | PendingConversion {
  const { documents, maxText, maxLinks } = options;
  const rejection = rejectionReason({ url: page.url, format, bytes: bytes.length }, documents);
  if (rejection) {
    const document = emptyDocument(page, mimeType, rejection, options);
    return rejection === 'unwanted-type' ? { ...document, detail: whyDisabled(format, documents) } : document;
  }
  const program = documents.programs[format];
  const limits = { ...documents.limits, maxText, maxLinks };
  return { page, job: { bytes, mimeType, contentType, limits, ...(program && { program }) } };
}

/** Cleans HTML that is a string already. @param response what is known of the response that had it */
export function cleanHtml(
  url: Url,
  html: string,
  options: CleanOptions,
  response: Pick<FetchedPage, 'headers' | 'address' | 'truncated'> = { headers: [] },
): CleanDocument {
  const page: FetchedPage = { url, ...response, body: new Uint8Array(0) };
  if (html === '') return emptyDocument(page, 'text/html', 'no-content', options);
  return buildDocument(page, 'text/html', readHtmlText(html, { url, options }), null, options);
}

/** Returns an empty document for a page that is not read: it crashed a worker, was deleted from the crawl, or is a check for browsers. */
export function skippedDocument(
  page: FetchedPage,
  reason: Extract<Reason, 'poison' | 'deleted' | 'bot-check'>,
  options: CleanOptions,
): CleanDocument {
  return emptyDocument(page, essenceOf(contentTypeOf(page)), reason, options);
}

/** Returns the declared type, or that of a file of Markdown or of a table whose type is another name of it, plain text or unknown. */
function withFileType(contentType: string, url: Url): string {
  const essence = essenceOf(contentType);
  if (MARKDOWN_TYPES.includes(essence)) return contentType.replace(/^[^;]*/, 'text/markdown');
  const extension = UNNAMED_TYPES.has(essence) ? NAMED_FILE.exec(url)?.[1] : undefined;
  return extension === undefined ? contentType : contentType.replace(/^[^;]*/, FILE_TYPES[extension.toLowerCase()]!);
}

/** Types under which servers send files of Markdown and tables. */
const UNNAMED_TYPES = new Set(['', 'text/plain', 'application/octet-stream']);
/** Types of text that the bytes do not tell, by extension. */
const FILE_TYPES: Record<string, string> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
};
/** Also gzip files, which are unpacked by then. */
const NAMED_FILE = /^[^?#]*\/[^?#/]+\.(md|markdown|csv|tsv)(?:\.gz)?(?:[?#]|$)/i;
