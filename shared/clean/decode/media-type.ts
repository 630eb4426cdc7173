/**
 * Sniffs the media type of a body (https://mimesniff.spec.whatwg.org/). The bytes decide first, the declared type second: servers
 * often declare `text/html` for images and `text/plain` for pages.
 */
import { charsetParameter } from './charset.ts';
import { oleMediaType, zipMediaType } from './container-type.ts';
import { head12, isConfirmed, SIGNATURES } from './signatures.ts';

/**
 * Returns the media type of a body, in lower case, without parameters.
 *
 * @param declared the value of `Content-Type`, or ''
 */
export function sniffMediaType(declared: string, bytes: Uint8Array): string {
  const claimed = essenceOf(declared);
  const head = headOf(bytes, SNIFFED_BYTES);
  for (const [signature, type] of SIGNATURES)
    if (head.startsWith(signature) && isConfirmed(signature, bytes)) return refine(type, claimed, bytes);
  if (isPdfBehindBytes(head, claimed)) return 'application/pdf';
  const isWide = UTF16.test(charsetParameter(declared));
  // Browsers accept declared HTML with stray control characters.
  if (!isWide && isBinary(head) && !(claimed === 'text/html' && isMostlyText(head)))
    return TEXTUAL.test(claimed) || claimed === '' ? 'application/octet-stream' : claimed;

  const text = withoutPadding(head);
  // Markdown may begin with an element, and with what looks like mail.
  if (claimed === 'text/markdown') return WHOLE_PAGE.test(text) ? 'text/html' : claimed;
  if (claimed === 'text/html') return htmlOrList(text);
  if (TEX.test(text) || isTexBehindComments(text, bytes)) return 'application/x-tex';
  if (isMail(head, claimed)) return head.startsWith('From ') ? 'application/mbox' : 'message/rfc822';
  if (XML_START.test(text) || XML_TYPE.test(claimed)) return xmlType(text, claimed);
  if (HTML_START.test(text)) return 'text/html';
  if (SVG_START.test(text)) return 'image/svg+xml';
  if (!isUnreliable(claimed)) return TEX_TYPE.test(claimed) ? 'application/x-tex' : claimed;
  return ANY_TAG.test(text) ? 'text/html' : 'text/plain';
}

/** Number of bytes that are sniffed, as in the standard. */
const SNIFFED_BYTES = 1445;

/** Declared types that tell nothing once the signatures did not match. Servers declare tables in text as Excel files. */
const UNRELIABLE_TYPES = new Set([
  ...['application/octet-stream', 'binary/octet-stream', 'application/x-download', 'application/force-download'],
  ...['unknown/unknown', 'application/unknown', 'document/unknown', '*/*', 'plain/text', 'application/text'],
  ...['application/pdf', 'application/msword', 'application/rtf', 'application/vnd.ms-excel'],
]);

/** Returns whether a declared type tells nothing: it is none, one of servers that know none, or no media type. */
function isUnreliable(claimed: string): boolean {
  return UNRELIABLE_TYPES.has(claimed) || !MEDIA_TYPE.test(claimed);
}

const MEDIA_TYPE = /^[^\s/]+\/[^\s/]+$/;

/**
 * Returns whether a PDF begins behind other bytes, which PDF readers accept (ISO 32000-1, note 13 of annex H): behind white space, or
 * in the first 1,024 bytes. A text about PDF has the signature too, so undeclared files need a first object as well.
 */
function isPdfBehindBytes(head: string, claimed: string): boolean {
  const at = head.slice(0, 1024).indexOf('%PDF-');
  if (at === -1) return false;
  if (PDF_TYPE.test(claimed) || withoutPadding(head).startsWith('%PDF-')) return true;
  return isUnreliable(claimed) && PDF_OBJECT.test(head.slice(at));
}

const PDF_TYPE = /^(?:application|text)\/(?:x-)?pdf$/;
const PDF_OBJECT = /^%PDF-\d\.\d[^\n\r]*[\n\r][\s\S]*?\b\d+ \d+ obj\b/;

/** The beginning of a TeX document; comments and definitions may precede it. */
const TEX =
  /^(?:%[^\n]*\n|\s)*\\(?:documentclass|documentstyle|begin\{document\}|RequirePackage|NeedsTeXFormat)\b|\n\\documentclass[[{]/;
/** TeX files often begin with long comments, such as licences. */
function isTexBehindComments(text: string, bytes: Uint8Array): boolean {
  if (!text.startsWith('%')) return false;
  return TEX.test(withoutPadding(headOf(bytes, MAX_TEX_COMMENT_BYTES)));
}

/** Number of bytes in which a TeX document may begin after comments. */
const MAX_TEX_COMMENT_BYTES = 20_000;
const TEX_TYPE = /^(?:application|text)\/x-(?:la)?tex$/;

/** Returns a media type in lower case, without parameters. */
export function essenceOf(contentType: string): string {
  const end = contentType.indexOf(';');
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

/** A header field at the beginning of a mail message. */
const MAIL_FIELD =
  /^(?:Snapshot-Content-Location|Return-Path|Received|Delivered-To|From|To|Cc|Subject|Date|Message-ID|MIME-Version|Content-Type|Reply-To|DKIM-Signature|X-[\w-]+|List-[\w-]+|Sender|In-Reply-To|References|User-Agent|ARC-[\w-]+|Authentication-Results|Content-Transfer-Encoding): /i;

/** Returns whether a text begins with mail headers. A declared mail type needs one field, other types two that only mail has. */
function isMail(head: string, claimed: string): boolean {
  const lines = head.split(/\r?\n/, 30);
  if (/^From \S+/.test(lines[0] ?? '')) lines.shift();
  if (!MAIL_FIELD.test(lines[0] ?? '')) return false;
  if (MAIL_TYPES.has(claimed)) return true;
  const end = lines.indexOf('');
  const fields = lines.slice(0, end === -1 ? lines.length : end).join('\n');
  if (SAVED_PAGE.test(fields) && /^MIME-Version: /im.test(fields)) return true;
  return /^From: .*@/im.test(fields) && /^(?:Date|Message-ID|Received): /im.test(fields);
}

/** Types of messages, and of pages that browsers saved as a message (MHTML). */
const MAIL_TYPES = new Set([
  ...['message/rfc822', 'application/mbox', 'multipart/related', 'application/x-mimearchive'],
]);
/** A header field of a page that a browser saved as a message (MHTML). */
const SAVED_PAGE = /^(?:Snapshot-Content-Location: |From: .?<Saved by )/im;

/**
 * Refines the type of a container: ZIP and OLE files hold many formats. Their contents decide first, the declared type second.
 */
function refine(sniffed: string, claimed: string, bytes: Uint8Array): string {
  if (sniffed === 'application/zip') return zipMediaType(bytes) ?? refineByClaim(sniffed, claimed);
  if (sniffed === 'application/x-ole-storage') return oleMediaType(bytes) ?? refineByClaim(sniffed, claimed);
  if (sniffed === 'image/webp') return head12(bytes).endsWith('WEBP') ? sniffed : 'application/octet-stream';
  return refineByClaim(sniffed, claimed);
}

function refineByClaim(sniffed: string, claimed: string): string {
  const container =
    sniffed === 'application/zip' || sniffed === 'application/x-ole-storage' || sniffed.endsWith('octet-stream');
  return container && claimed !== '' && !TEXTUAL.test(claimed) ? claimed : sniffed;
}

const TEXTUAL = /^text\/|[/+](?:xml|json|javascript|xhtml\+xml)$/;

const UTF16 = /^utf-?16/i;

/** Returns whether a text has only a few stray control bytes; binary files have more. */
function isMostlyText(head: string): boolean {
  if (HTML_START.test(withoutPadding(head))) return true;
  return ((head.match(BINARY_BYTES)?.length ?? 0) - 1) * MIN_CHARS_PER_CONTROL_BYTE <= head.length;
}

/** Minimum number of characters per control byte in a text. */
const MIN_CHARS_PER_CONTROL_BYTE = 50;

function isBinary(head: string): boolean {
  // UTF-16 has many zero bytes: a byte order mark, or `<` next to a zero byte, shows that it is text.
  if (/^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf|<\0|\0<)/.test(head)) return false;
  return BINARY_BYTE.test(head);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the "binary data bytes" of the standard
const BINARY_BYTE = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
const BINARY_BYTES = new RegExp(BINARY_BYTE, 'g');

/** Removes a byte order mark, the zero bytes of UTF-16, and leading white space. */
function withoutPadding(head: string): string {
  return head
    .replace(/^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/, '')
    .replaceAll('\0', '')
    .trimStart();
}

/** An XML declaration, or a feed or sitemap without one. */
const XML_START = /^<(?:\?xml\b|(?:rss|feed|rdf:RDF|urlset|sitemapindex)[\s>])/;
const XML_TYPE = /^(?:text|application)\/xml$|\+xml$/;
const HTML_START =
  /^<(?:!--|(?:!doctype\s+html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p|meta|frameset|center)(?:[\s/>]|$))/i;
const WHOLE_PAGE = /^<(?:!doctype\s+html|html)[\s>]/i;
const SVG_START = /^<svg[\s>]/i;

/** Returns the type of a body declared as HTML: feeds and sitemaps are often declared so, everything else is HTML. */
function htmlOrList(text: string): string {
  const type = XML_START.test(text) ? xmlType(text, 'text/html') : 'text/html';
  return LISTS.has(type) ? type : 'text/html';
}

const LISTS = new Set(['application/rss+xml', 'application/atom+xml', 'application/xml']);

const ANY_TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?>/i;

function xmlType(text: string, claimed: string): string {
  const root = xmlRoot(text);
  if (root === 'html') return 'application/xhtml+xml';
  if (root === 'rss' || root === 'rdf') return 'application/rss+xml';
  if (root === 'feed') return 'application/atom+xml';
  if (root === 'urlset' || root === 'sitemapindex') return 'application/xml';
  if (root === 'svg') return 'image/svg+xml';
  return claimed === 'text/plain' || isUnreliable(claimed) ? 'application/xml' : claimed;
}

/** Returns the name of the root element in lower case and without prefix, or undefined if there is none. */
function xmlRoot(text: string): string | undefined {
  const shown = text.replace(/<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)/g, '');
  return /<([a-z_][\w.-]*:)?([a-z_][\w.-]*)[\s/>]/i.exec(shown)?.[2]?.toLowerCase();
}

/** Returns the sniffed beginning of an XML file, and the name of its root element (`xmlRoot`). */
export function xmlStart(bytes: Uint8Array): { text: string; root: string | undefined } {
  const text = withoutPadding(headOf(bytes, SNIFFED_BYTES));
  return { text, root: xmlRoot(text) };
}

/** Returns the first bytes of a body as a string with a character per byte. */
function headOf(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, length)).toString('latin1');
}
