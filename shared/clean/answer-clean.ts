/** Cleaning as a filter: one question of `thresher clean --jsonl`, one answer. */

import type { Converter } from '../ports/converter.ts';
import { normalize } from '../url/normalize.ts';
import type { Url } from '../url/url.ts';
import type { CleanOptions } from './clean-options.ts';
import { cleanHtml, convertPage, openPage } from './clean-page.ts';
import type { CleanDocument } from './document.ts';
import type { FetchedPage } from './fetched-page.ts';

export type CleanAnswer = { id: unknown } & Omit<CleanDocument, 'url'> & { url: string };

/**
 * @param question `{id, url, html}`, or `{id, url, bodyBase64, contentType}` for bytes as they came, with `headers` (name → value, or several)
 * and the server's `address` where they are known.
 * An address that is none of ours is answered as it was given; only its relative links are lost.
 * @throws TypeError when the question has another shape; the message is for people.
 */
export async function answerClean(
  question: unknown,
  options: CleanOptions,
  converter: Converter,
): Promise<CleanAnswer> {
  const { id, url, html, page } = parseQuestion(question, options);
  if (html !== undefined) return { id, ...cleanHtml(url, html, options) };
  const opened = openPage(page, options);
  return { id, ...('job' in opened ? await convertPage(opened, converter, options) : opened) };
}

function parseQuestion(
  question: unknown,
  options: CleanOptions,
): { id: unknown; url: Url; html?: string; page: FetchedPage } {
  if (typeof question !== 'object' || question === null || Array.isArray(question))
    throw new TypeError('a question is an object with url, and html or bodyBase64');
  const {
    id = null,
    url: given,
    html,
    bodyBase64,
    contentType,
    headers: sent,
    address,
  } = question as Record<string, unknown>;
  if (typeof given !== 'string') throw new TypeError('url: a text is needed');
  const found = normalize(given, undefined, options.rules);
  const url = found.kind === 'url' ? found.url : (given as Url);
  if (typeof html === 'string') return { id, url, html, page: { url, headers: [], body: new Uint8Array(0) } };
  if (typeof bodyBase64 !== 'string') throw new TypeError('html or bodyBase64: a text is needed');
  if (NOT_BASE64.test(bodyBase64)) throw new TypeError('bodyBase64: not Base64');
  if (contentType !== undefined && contentType !== null && typeof contentType !== 'string')
    throw new TypeError('contentType: a text, or nothing');
  if (address !== undefined && address !== null && typeof address !== 'string')
    throw new TypeError('address: a text, or nothing');
  const headers = [...parseHeaders(sent), ...(contentType ? [['content-type', contentType] as const] : [])];
  const body = Buffer.from(bodyBase64, 'base64');
  return { id, url, page: { url, headers, body, ...(address && { address }) } };
}

const NOT_BASE64 = /[^A-Za-z0-9+/_=\s-]/;

/** @throws TypeError */
function parseHeaders(sent: unknown): [name: string, value: string][] {
  if (sent === undefined || sent === null) return [];
  if (typeof sent !== 'object' || Array.isArray(sent))
    throw new TypeError('headers: names and values, as {"Last-Modified": "…"}');
  return Object.entries(sent).flatMap(([name, value]) =>
    [value].flat().map((one: unknown): [string, string] => {
      if (typeof one !== 'string') throw new TypeError(`headers: ${name}: a text is needed`);
      return [name, one];
    }),
  );
}
