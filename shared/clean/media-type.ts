/**
 * What a body is, by its bytes first (https://mimesniff.spec.whatwg.org/), by what the server says of it where they do
 * not tell. Servers say text/html of images and text/plain of pages often enough.
 */

/** @param declared value of Content-Type, or nothing. @returns lower case, without parameters. */
export function sniffMediaType(declared: string, bytes: Uint8Array): string {
  const claimed = essenceOf(declared);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SNIFFED_BYTES)).toString('latin1');
  for (const [signature, type] of SIGNATURES) if (head.startsWith(signature)) return refine(type, claimed);
  if (isBinary(head)) return TEXTUAL.test(claimed) || claimed === '' ? 'application/octet-stream' : claimed;

  const text = unspaced(head);
  if (XML_DECLARATION.test(text) || XML_TYPE.test(claimed)) return xmlType(text, claimed);
  if (HTML_START.test(text)) return 'text/html';
  if (claimed !== '' && claimed !== 'application/octet-stream' && claimed !== 'unknown/unknown') return claimed;
  return ANY_TAG.test(text) ? 'text/html' : 'text/plain';
}

const SNIFFED_BYTES = 1445;

export function essenceOf(contentType: string): string {
  const end = contentType.indexOf(';');
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

/** Bytes as Latin-1 at the beginning of a file → its media type. */
const SIGNATURES: readonly [signature: string, type: string][] = [
  ['%PDF-', 'application/pdf'],
  ['%!PS-Adobe-', 'application/postscript'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['BM', 'image/bmp'],
  ['RIFF', 'application/octet-stream'],
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
];

/** Office files are zip or OLE files: what the server says is then the better name. `BM` also begins words. */
function refine(sniffed: string, claimed: string): string {
  if (sniffed === 'image/bmp') return TEXTUAL.test(claimed) ? claimed : sniffed;
  const container =
    sniffed === 'application/zip' || sniffed === 'application/x-ole-storage' || sniffed.endsWith('octet-stream');
  return container && claimed !== '' && !TEXTUAL.test(claimed) ? claimed : sniffed;
}

const TEXTUAL = /^text\/|[/+](?:xml|json|javascript|xhtml\+xml)$/;

function isBinary(head: string): boolean {
  // UTF-16 is full of zeros; a byte order mark, or the `<` of markup beside a zero, tells that it is text.
  if (/^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf|<\0|\0<)/.test(head)) return false;
  return BINARY_BYTE.test(head);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the "binary data bytes" of the standard
const BINARY_BYTE = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/** Drops a byte order mark, the zeros of UTF-16, and white space. */
function unspaced(head: string): string {
  return head
    .replace(/^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/, '')
    .replaceAll('\0', '')
    .trimStart();
}

const XML_DECLARATION = /^<\?xml\b/;
const XML_TYPE = /^(?:text|application)\/xml$|\+xml$/;
const HTML_START =
  /^<(?:!--|(?:!doctype\s+html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p|meta|frameset|center)(?:[\s/>]|$))/i;
const ANY_TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?>/i;

function xmlType(text: string, claimed: string): string {
  const root = /<([a-z_][\w.-]*:)?([a-z_][\w.-]*)[\s/>]/i.exec(text)?.[2]?.toLowerCase();
  if (root === 'html') return claimed === 'text/html' ? claimed : 'application/xhtml+xml';
  if (root === 'rss' || root === 'rdf') return 'application/rss+xml';
  if (root === 'feed') return 'application/atom+xml';
  if (root === 'svg') return 'image/svg+xml';
  return claimed === '' || claimed === 'text/html' ? 'application/xml' : claimed;
}
