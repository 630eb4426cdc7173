/** Reads the data that scripts of a page carry: Next.js, Nuxt, Apollo, Redux and similar state. */

import { parseJson } from '../../text/parse-json.ts';
import { flightChunk, flightRows, isFlightPush } from './flight-rows.ts';

/** Minimum and maximum length of a script that is parsed, in UTF-16 units, and maximum number of them. */
const MIN_DATA_LENGTH = 200;
const MAX_DATA_LENGTH = 5_000_000;
const MAX_SCRIPTS = 200;
/** Length of the start of a script that may call a function, in UTF-16 units. */
const MAX_CALL = 60;
/** Maximum number of strings that are read from a program. As many more may fail to parse as JSON. */
const MAX_STRINGS = 50_000;

/**
 * Yields the data in scripts: the JSON of a JSON script, the first argument or assigned value of a program, or the strings of a function
 * that returns the data and of a literal that is no JSON.
 */
export function* scriptData(html: string): Generator<unknown> {
  const chunks: string[] = [];
  let at = 0;
  for (let n = 0; n < MAX_SCRIPTS; n++) {
    const start = html.indexOf('<script', at);
    const open = start === -1 ? -1 : html.indexOf('>', start);
    const end = open === -1 ? -1 : html.indexOf('</script', open);
    if (end === -1) break;
    at = end;
    if (
      (end - open < MIN_DATA_LENGTH && !isFlightPush(html.slice(open + 1, open + MAX_CALL))) ||
      end - open > MAX_DATA_LENGTH ||
      JSON_LD.test(html.slice(start, Math.min(open, start + 200)))
    )
      continue;
    const text = html.slice(open + 1, end);
    if (PROGRAM_START.test(text.slice(0, MAX_PREFIX))) yield programStrings(text);
    const literal = LITERAL_START.exec(text.slice(0, MAX_PREFIX))?.[0].length;
    if (literal !== undefined) yield resolveReferences(parseLiteral(text, literal - 1));
    const from = VALUE_START.exec(text.slice(0, MAX_PREFIX))?.[0].length;
    if (from === undefined) continue;
    const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
    const value = text.slice(from - 1, to);
    const data = parseJson(value) ?? parseJson(value.replaceAll(UNDEFINED, '$1null'));
    const chunk = flightChunk(data);
    if (chunk === undefined)
      yield data === undefined && isObjectLiteral(text) ? programStrings(text) : resolveReferences(data);
    else chunks.push(chunk);
  }
  yield* flightRows(chunks);
}

const JSON_LD = /ld\+json/i;
/** Everything before the value: `window.__STATE__ =`, `data.push(`, or nothing. */
const VALUE_START = /^\s*(?:[^{"'<]{0,200}[=(]\s*)?[{[]/;
const MAX_PREFIX = 300;
/** Values that JavaScript has and JSON lacks. */
const UNDEFINED = /([:[,]\s*)undefined\b/g;

/**
 * Data as a string: `window.__PRELOADED_STATE__ = JSON.parse("{\\"post\\":…}")`, also `JSON.parse(decodeURIComponent("%7B…"))`, and the stream of React
 * Router: `window.__reactRouterContext.streamController.enqueue("[…]")`.
 */
const LITERAL_START =
  /^[^{"'<]{0,200}(?:=\s*JSON\.parse\(\s*(?:decodeURIComponent\(\s*)?|\.streamController\.enqueue\(\s*)["']/;
/** In a literal: an escape that JSON lacks, other escapes, and between apostrophes an unescaped quotation mark. */
const IN_LITERAL = /\\x([\da-f]{2})|\\(')|\\.|"/gis;

/** Returns the data in the string literal that begins at an index, or undefined. */
function parseLiteral(text: string, from: number): unknown {
  const quote = text[from] as string;
  const literal = text.slice(from + 1, endOfLiteral(text, from + 1, quote));
  const json = parseJson(`"${literal.replace(IN_LITERAL, asJson)}"`);
  if (typeof json !== 'string') return undefined;
  return parseJson(json) ?? parseJson(decodeEscapes(json));
}

function asJson(found: string, code?: string, apostrophe?: string): string {
  if (code !== undefined) return `\\u00${code}`;
  if (found === '"') return '\\"';
  return apostrophe ?? found;
}

/** Returns the index of the closing quotation mark, or the length of the text. */
function endOfLiteral(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === quote) return at;
    if (text[at] === '\\') at++;
  }
  return text.length;
}

function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/**
 * A function whose result is the data, as Nuxt 2 writes it: `window.__NUXT__=(function(a,b){return {title:a,body:"…"}}("x","y"))`, or the program of
 * SvelteKit with the data in a literal: `{ __sveltekit_1x8k2 = {…}; const data = [{type:"data",data:{body:"…"}}]; …`.
 */
const PROGRAM_START =
  /^\s*(?:[^{"'<]{0,200}=\s*\(?\s*(?:function\s*\(|\([^(){}"'<]*\)\s*=>)|\{\s*(?:(?:const|let|var) \w+ = |)__sveltekit_)/;
/** An assigned literal of an object whose first name lacks quotation marks: `window.state = {post:{body:"…"}}`. */
const OBJECT_LITERAL = /^[^{"'<()]{1,200}=\s*\{\s*[A-Za-z_$][\w$]*\s*:/;
const isObjectLiteral = (text: string): boolean => OBJECT_LITERAL.test(text.slice(0, MAX_PREFIX));
/**
 * A string and its end, with the property that has it if there is one. The look-behind keeps a long word linear, and the optional end many
 * quotation marks behind backslashes.
 */
const STRING = /(?:((?<![\w$])[A-Za-z_$][\w$]*|"[^"\\\n]{1,60}")\s*:\s*)?("(?:[^"\\\n]|\\.)*("?))/g;

/** Returns the strings of a program as objects with one property, whose name is '' if the string is an argument. */
function programStrings(text: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  let faults = 0;
  for (const [, key = '', literal = '', end] of text.matchAll(STRING)) {
    if (found.length >= MAX_STRINGS || faults >= MAX_STRINGS) break;
    if (end === '') continue;
    const value = parseJson(literal);
    if (value === undefined) faults++;
    else found.push({ [key.replaceAll('"', '')]: value });
  }
  return found;
}

/**
 * Returns data whose objects refer to the elements of a list by index (devalue, which Nuxt 3 and SvelteKit use) with the strings in their
 * places: `[{"body":1},"…"]` becomes `[{"body":"…"}]`. React Router refers to the names, too: `[{"_1":2},"body","…"]`. Other data are returned as they are.
 */
function resolveReferences(data: unknown): unknown {
  if (!Array.isArray(data) || !data.some((one) => isReferring(one, data.length))) return data;
  return data.flatMap((one) =>
    isReferring(one, data.length)
      ? [
          Object.fromEntries(
            Object.entries(one).map(([key, index]) => [
              nameOf(key, data),
              typeof data[index] === 'string' ? data[index] : null,
            ]),
          ),
        ]
      : [],
  );
}

/** Returns a name, which may be a reference such as `_1`. */
function nameOf(key: string, data: readonly unknown[]): string {
  const name = REFERENCE.test(key) ? data[Number(key.slice(1))] : key;
  return typeof name === 'string' ? name : key;
}

const REFERENCE = /^_\d+$/;

/** Whether a value is an object, all of whose properties are indices of a list. */
function isReferring(value: unknown, length: number): value is Record<string, number> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const indices = Object.values(value);
  return indices.length > 0 && indices.every((index) => Number.isInteger(index) && index >= -7 && index < length);
}
