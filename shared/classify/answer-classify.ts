import { type CleanOptions, DEFAULT_CLEAN_OPTIONS } from '../clean/clean-options.ts';
import { cleanHtml } from '../clean/clean-page.ts';
import type { CleanDocument } from '../clean/document.ts';
import type { Link } from '../clean/document-fields.ts';
import { languageOf } from '../clean/language/detect-language.ts';
import { plainDocument } from '../clean/plain-document.ts';
import { isStringArray } from '../text/json-values.ts';
import type { Url } from '../url/url.ts';
import type { Judge } from './judge.ts';
import type { Verdict } from './verdict.ts';

export type ClassifyAnswer = {
  id: unknown;
  verdict: Verdict['kind'];
  score: number;
  classes: Verdict['classes'];
  terms: Verdict['terms'];
  why: string;
};

/**
 * Classifies one line of `thresher classify --jsonl`.
 *
 * @param request a document as `thresher clean` prints it, or fewer of its fields: `{id, url, title, text, headings, metadata, …}`. With
 * `html` instead of `text`, the page is cleaned first. `metadata` maps names to a value or a list of values. Every other field may be
 * missing or null.
 * @param options how `html` is cleaned
 * @throws Error that names the invalid field.
 */
export function answerClassify(
  request: Record<string, unknown>,
  judge: Judge,
  options: CleanOptions = DEFAULT_CLEAN_OPTIONS,
): ClassifyAnswer {
  const { kind, score, classes, terms, why } = judge(documentOf(request, options));
  return { id: request['id'] ?? null, verdict: kind, score, classes, terms, why };
}

/** Fields of a document that filters read, besides its text and metadata. */
const STRINGS = ['title', 'description', 'author', 'date', 'modified', 'publisher', 'language', 'genre', 'mimeType'];
const LISTS = ['headings', 'keywords', 'robots'];

/**
 * Returns the page of a request as a document. Fields that no filter reads are kept for plug-ins. Without a media type it is a web page, and
 * without a language it has that of its text, as in a crawl.
 *
 * @throws Error that names the invalid field.
 */
export function documentOf(
  request: Record<string, unknown>,
  options: CleanOptions = DEFAULT_CLEAN_OPTIONS,
): CleanDocument {
  const url = withPlainHost(stringField(request, 'url') ?? '');
  const { id: _, html: __, ...given } = request;
  const text = stringField(request, 'text');
  if (text === undefined) return cleanHtml(url, stringField(request, 'html') ?? throwMissing('text'), options);
  for (const name of STRINGS) stringField(request, name);
  for (const name of LISTS) listField(request, name);
  const read = { url, text, metadata: metadataOf(request['metadata']), links: linksField(request) };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
  const document = plainDocument({ mimeType: 'text/html', ...known, ...read });
  return 'language' in known ? document : withDetectedLanguage(document);
}

/** Detects the language when a filter reads it: it takes longer than to judge a short text by terms. */
function withDetectedLanguage(document: CleanDocument): CleanDocument {
  let language: string | undefined;
  const get = () => {
    language ??= languageOf(document.text, null);
    return language;
  };
  return Object.defineProperty(document, 'language', { get, enumerable: true });
}

/** Writes scheme and host as crawls do, so that filters by host find them. The path stays as it is: models have learned its words so. */
function withPlainHost(url: string): Url {
  const path = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(.*)$/is.exec(url)?.[1];
  const parsed = URL.parse(url);
  if (path === undefined || !parsed) return url as Url;
  return `${parsed.protocol}//${parsed.host.replace(/\.(?=:|$)/, '')}${path}` as Url;
}

function throwMissing(name: string): never {
  throw new Error(`${name} is missing`);
}

function stringField(request: Record<string, unknown>, name: string): string | undefined {
  const value = request[name] ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw new Error(`${name} is not a string`);
  return value;
}

function listField(request: Record<string, unknown>, name: string): string[] {
  const value = request[name] ?? [];
  if (!isStringArray(value)) throw new Error(`${name} is not a list of strings`);
  return value;
}

function metadataOf(value: unknown): Record<string, string[]> {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Error('metadata is not an object with string values');
  const entries = Object.entries(value).map(([name, of]) => {
    const values = typeof of === 'string' ? [of] : of;
    if (!isStringArray(values)) throw new Error(`metadata.${name} is neither a string nor a list of strings`);
    return [name.toLowerCase(), values] as const;
  });
  return Object.fromEntries(entries);
}

function linksField(request: Record<string, unknown>): Link[] {
  const links = request['links'] ?? [];
  if (!Array.isArray(links) || !links.every(isLink)) throw new Error('links is not a list of {url, anchor}');
  return links.map((link) => ({ rel: '', ...link }));
}

function isLink(link: unknown): link is Pick<Link, 'url' | 'anchor'> {
  const { url, anchor } = (link ?? {}) as Record<string, unknown>;
  return typeof url === 'string' && typeof anchor === 'string';
}
