/**
 * What a body is, by its bytes first (https://mimesniff.spec.whatwg.org/), by what the server says of it where they do
 * not tell. Servers say text/html of images and text/plain of pages often enough.
 */
import { charsetParameter } from './charset.ts';
import { oleMediaType, zipMediaType } from './container-type.ts';

/** @param declared value of Content-Type, or nothing. @returns lower case, without parameters. */
export function sniffMediaType(declared: string, bytes: Uint8Array): string {
  const claimed = essenceOf(declared);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SNIFFED_BYTES)).toString('latin1');
  for (const [signature, type] of SIGNATURES)
    if (head.startsWith(signature) && isConfirmed(signature, bytes)) return refine(type, claimed, bytes);
  // Readers forgive what stands before the signature (ISO 32000-1, note 13 of annex H).
  if (head.slice(0, 1024).includes('%PDF-') && claimed === 'application/pdf') return claimed;
  const isWide = UTF16.test(charsetParameter(declared));
  // Browsers take a page at the server's word, whatever control characters an editor left in it.
  if (!isWide && isBinary(head) && !(claimed === 'text/html' && isMostlyText(head)))
    return TEXTUAL.test(claimed) || claimed === '' ? 'application/octet-stream' : claimed;

  const text = withoutPadding(head);
  if (claimed === 'text/html') return htmlOrFeed(text);
  if (TEX.test(text) || isTexBehindComments(text, bytes)) return 'application/x-tex';
  if (isMail(head, claimed)) return head.startsWith('From ') ? 'application/mbox' : 'message/rfc822';
  if (XML_DECLARATION.test(text) || XML_TYPE.test(claimed)) return xmlType(text, claimed);
  if (HTML_START.test(text)) return 'text/html';
  if (SVG_START.test(text)) return 'image/svg+xml';
  if (claimed !== '' && !UNRELIABLE_TYPES.has(claimed)) return TEX_TYPE.test(claimed) ? 'application/x-tex' : claimed;
  return ANY_TAG.test(text) ? 'text/html' : 'text/plain';
}

const SNIFFED_BYTES = 1445;

/** Said of what nobody knows, and of documents that turned out to be none. */
const UNRELIABLE_TYPES = new Set([
  ...['application/octet-stream', 'unknown/unknown', 'binary/octet-stream', 'application/x-download'],
  ...['application/force-download', 'application/pdf', 'application/msword', 'application/rtf'],
]);

/** Comments and definitions may stand before it. */
const TEX =
  /^(?:%[^\n]*\n|\s)*\\(?:documentclass|documentstyle|begin\{document\}|RequirePackage|NeedsTeXFormat)\b|\n\\documentclass[[{]/;
/** Files of TeX often begin with pages of comments: what they are under, and how to use them. */
function isTexBehindComments(text: string, bytes: Uint8Array): boolean {
  if (!text.startsWith('%')) return false;
  return TEX.test(
    withoutPadding(
      Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_TEX_COMMENT_BYTES)).toString('latin1'),
    ),
  );
}

const MAX_TEX_COMMENT_BYTES = 20_000;
const TEX_TYPE = /^(?:application|text)\/x-(?:la)?tex$/;

export function essenceOf(contentType: string): string {
  const end = contentType.indexOf(';');
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

/** Bytes as Latin-1 at the beginning of a file → its media type. */
const SIGNATURES: readonly [signature: string, type: string][] = [
  ['%PDF-', 'application/pdf'],
  ['%!PS', 'application/postscript'],
  ['\x04%!PS', 'application/postscript'],
  ['\xc5\xd0\xd3\xc6', 'application/postscript'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['BM', 'image/bmp'],
  ['RIFF', 'image/webp'],
  ['OggS\0', 'application/ogg'],
  ['ID3', 'audio/mpeg'],
  ['wOFF', 'font/woff'],
  ['wOF2', 'font/woff2'],
  ['PK\x03\x04', 'application/zip'],
  ['\x1f\x8b\x08', 'application/gzip'],
  ['Rar!\x1a\x07', 'application/x-rar-compressed'],
  ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-ole-storage'],
  ['{\\rtf', 'application/rtf'],
  // Excel 2, 3 and 4: the record that begins a sheet, and how long it is.
  ['\x09\x00\x04\x00', 'application/vnd.ms-excel'],
  ['\x09\x02\x06\x00', 'application/vnd.ms-excel'],
  ['\x09\x04\x06\x00', 'application/vnd.ms-excel'],
];

/** Signatures of letters also begin texts; the bytes behind them tell. */
function isConfirmed(signature: string, bytes: Uint8Array): boolean {
  const byte = (at: number): number => bytes[at] ?? 0x20;
  switch (signature) {
    // Major version of the tag, then its revision.
    case 'ID3':
      return byte(3) < 0x10 && byte(4) < 0x10;
    case 'RIFF':
      return /^(?:WAVE|WEBP|AVI )/.test(head12(bytes).slice(8));
    // Width and height, 16 bits each: a picture as wide and as high as letters would be of more than 8,000.
    case 'GIF87a':
    case 'GIF89a':
      return [6, 7, 8, 9].some((at) => !isPrintable(byte(at)));
    // Its size, from byte 2, and where the pixels begin, from byte 10, both of 32 bits: neither is as large as letters make it.
    case 'BM':
      return byte(5) < 0x20 && byte(12) === 0 && byte(13) === 0;
    default:
      return true;
  }
}

const isPrintable = (byte: number): boolean => (byte >= 0x20 && byte !== 0x7f) || (byte >= 0x09 && byte <= 0x0d);

/** Of messages, as they begin; a mailbox has a line before each. */
const MAIL_FIELD =
  /^(?:Return-Path|Received|Delivered-To|From|To|Cc|Subject|Date|Message-ID|MIME-Version|Content-Type|Reply-To|DKIM-Signature|X-[\w-]+|List-[\w-]+|Sender|In-Reply-To|References|User-Agent|ARC-[\w-]+|Authentication-Results|Content-Transfer-Encoding): /i;

/** Two fields that only mail has, at its very beginning; one is enough where the server says that it is mail. */
function isMail(head: string, claimed: string): boolean {
  const lines = head.split(/\r?\n/, 30);
  if (/^From \S+/.test(lines[0] ?? '')) lines.shift();
  if (!MAIL_FIELD.test(lines[0] ?? '')) return false;
  if (claimed === 'message/rfc822' || claimed === 'application/mbox') return true;
  const end = lines.indexOf('');
  const fields = lines.slice(0, end === -1 ? lines.length : end).join('\n');
  return /^From: .*@/im.test(fields) && /^(?:Date|Message-ID|Received): /im.test(fields);
}

/**
 * Zip and OLE files hold documents of many kinds: which, their inside tells, or else the server.
 */
function refine(sniffed: string, claimed: string, bytes: Uint8Array): string {
  if (sniffed === 'application/zip') return zipMediaType(bytes) ?? refineByClaim(sniffed, claimed);
  if (sniffed === 'application/x-ole-storage') return oleMediaType(bytes) ?? refineByClaim(sniffed, claimed);
  if (sniffed === 'image/webp') return head12(bytes).endsWith('WEBP') ? sniffed : 'application/octet-stream';
  return refineByClaim(sniffed, claimed);
}

const head12 = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 12)).toString('latin1');

function refineByClaim(sniffed: string, claimed: string): string {
  const container =
    sniffed === 'application/zip' || sniffed === 'application/x-ole-storage' || sniffed.endsWith('octet-stream');
  return container && claimed !== '' && !TEXTUAL.test(claimed) ? claimed : sniffed;
}

const TEXTUAL = /^text\/|[/+](?:xml|json|javascript|xhtml\+xml)$/;

const UTF16 = /^utf-?16/i;

/** A control byte here and there is an editor's; files of bytes have more of them. */
function isMostlyText(head: string): boolean {
  if (HTML_START.test(withoutPadding(head))) return true;
  return ((head.match(BINARY_BYTES)?.length ?? 0) - 1) * MIN_CHARS_PER_CONTROL_BYTE <= head.length;
}

const MIN_CHARS_PER_CONTROL_BYTE = 50;

function isBinary(head: string): boolean {
  // UTF-16 is full of zeros; a byte order mark, or the `<` of markup beside a zero, tells that it is text.
  if (/^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf|<\0|\0<)/.test(head)) return false;
  return BINARY_BYTE.test(head);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the "binary data bytes" of the standard
const BINARY_BYTE = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
const BINARY_BYTES = new RegExp(BINARY_BYTE, 'g');

/** Drops a byte order mark, the zeros of UTF-16, and white space. */
function withoutPadding(head: string): string {
  return head
    .replace(/^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/, '')
    .replaceAll('\0', '')
    .trimStart();
}

const XML_DECLARATION = /^<\?xml\b/;
const XML_TYPE = /^(?:text|application)\/xml$|\+xml$/;
const HTML_START =
  /^<(?:!--|(?:!doctype\s+html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p|meta|frameset|center)(?:[\s/>]|$))/i;
const SVG_START = /^<svg[\s>]/i;

/** Of what is said to be HTML: feeds are often said to be it; whatever else its text looks like, it is a page. */
function htmlOrFeed(text: string): string {
  const type = XML_DECLARATION.test(text) ? xmlType(text, 'text/html') : 'text/html';
  return FEEDS.has(type) ? type : 'text/html';
}

const FEEDS = new Set(['application/rss+xml', 'application/atom+xml']);

const ANY_TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?>/i;

function xmlType(text: string, claimed: string): string {
  const shown = text.replace(/<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)/g, '');
  const root = /<([a-z_][\w.-]*:)?([a-z_][\w.-]*)[\s/>]/i.exec(shown)?.[2]?.toLowerCase();
  if (root === 'html') return 'application/xhtml+xml';
  if (root === 'rss' || root === 'rdf') return 'application/rss+xml';
  if (root === 'feed') return 'application/atom+xml';
  if (root === 'svg') return 'image/svg+xml';
  return claimed === '' ? 'application/xml' : claimed;
}
