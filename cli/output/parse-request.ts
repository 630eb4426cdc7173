/** Parses the lines of a JSON Lines filter. */
import { randomUUID } from 'node:crypto';
import { decodeJsonString } from './json-string.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Stands for the page while the rest of a request is parsed. It is random, so no request contains it. */
const PAGE_MARK = randomUUID();
const PAGE_KEY = '"html"';
const COLON = 0x3a;
const QUOTE = 0x22;

/**
 * Parses a line as `JSON.parse` does. The page in it (`html`) is decoded from the bytes: it is nearly all of the line, and a line that becomes a string
 * first takes half as long again.
 *
 * @throws SyntaxError if the line is no JSON
 */
export function parseRequest(line: Uint8Array): unknown {
  return parseWithPage(line) ?? JSON.parse(decoder.decode(line));
}

/** Returns the request, or undefined if it has no page or may not be valid. */
function parseWithPage(line: Uint8Array): object | undefined {
  const from = pageStart(line);
  const page = from === -1 ? undefined : decodeJsonString(line, from);
  if (page === undefined) return undefined;
  const before = decoder.decode(line.subarray(0, from));
  const after = decoder.decode(line.subarray(page.end));
  try {
    const request = JSON.parse(before + PAGE_MARK + after) as { html?: unknown } | null;
    // Otherwise the key belongs to an object within the request, or a later one replaces it.
    return request?.html === PAGE_MARK ? Object.assign(request, { html: page.text }) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the index after the opening quote of the page, or -1. Quotes within strings are escaped, so no string looks like a key. */
function pageStart(line: Uint8Array): number {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.length);
  for (let at = bytes.indexOf(PAGE_KEY); at !== -1; at = bytes.indexOf(PAGE_KEY, at + 1)) {
    const colon = skipSpace(line, at + PAGE_KEY.length);
    const quote = skipSpace(line, colon + 1);
    if (line[colon] === COLON && line[quote] === QUOTE) return quote + 1;
  }
  return -1;
}

function skipSpace(line: Uint8Array, from: number): number {
  let at = from;
  while (JSON_SPACES.has(line[at] as number)) at++;
  return at;
}

/** White space of JSON within a line. */
export const JSON_SPACES = new Set([0x09, 0x0d, 0x20]);
