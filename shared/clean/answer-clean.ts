/** Answers one line of `thresher clean --jsonl`. */

import { isBotCheck } from '../http/bot-check.ts';
import type { Converter } from '../ports/converter.ts';
import { isBase64 } from '../text/base64.ts';
import { normalize } from '../url/normalize.ts';
import type { Url } from '../url/url.ts';
import type { CleanOptions } from './clean-options.ts';
import { cleanHtml, convertPage, openPage, skippedDocument } from './clean-page.ts';
import type { CleanDocument } from './document.ts';
import type { FetchedPage } from './fetched-page.ts';

export type CleanAnswer = { id: unknown } & Omit<CleanDocument, 'url'> & { url: string };

/**
 * Cleans the page of a question. If the URL is not valid, the document keeps it as given and relative links are dropped. The document of a check
 * for browsers or people, by its `headers`, is empty and has the reason `bot-check`.
 *
 * @param question `{id, url, html}`, or `{id, url, bodyBase64, contentType}` for a body as sent. Optional: `headers` (each name has
 * a value or a list of values), `address`, the server's IP address, and `truncated`, whether the body is cut.
 * @throws TypeError naming the faulty field, if the question has another shape
 */
export async function answerClean(
  question: unknown,
  options: CleanOptions,
  converter: Converter,
): Promise<CleanAnswer> {
  const { id, url, html, page } = parseQuestion(question, options);
  if (isBotCheck(page.headers)) return { id, ...skippedDocument(page, 'bot-check', options) };
  if (html !== undefined) return { id, ...cleanHtml(url, html, options, page) };
  const opened = openPage(page, options);
  return { id, ...('job' in opened ? await convertPage(opened, converter, options) : opened) };
}

function parseQuestion(
  question: unknown,
  options: CleanOptions,
): { id: unknown; url: Url; html?: string; page: FetchedPage } {
  if (typeof question !== 'object' || question === null || Array.isArray(question))
    throw new TypeError('expected an object with url and either html or bodyBase64');
  const {
    id = null,
    url: given,
    html,
    bodyBase64,
    contentType,
    headers: givenHeaders,
    address,
    truncated = false,
  } = question as Record<string, unknown>;
  if (typeof given !== 'string') throw new TypeError('url: expected a string');
  const found = normalize(given, undefined, options.rules);
  const url = found.kind === 'url' ? found.url : (given as Url);
  if (address !== undefined && address !== null && typeof address !== 'string')
    throw new TypeError('address: expected a string or null');
  if (typeof truncated !== 'boolean') throw new TypeError('truncated: expected true or false');
  const response = { url, headers: parseHeaders(givenHeaders), ...(address && { address }), truncated };
  if (typeof html === 'string') return { id, url, html, page: { ...response, body: new Uint8Array(0) } };
  if (typeof bodyBase64 !== 'string') throw new TypeError('html or bodyBase64: expected a string');
  if (!isBase64(bodyBase64)) throw new TypeError('bodyBase64: invalid Base64');
  if (contentType !== undefined && contentType !== null && typeof contentType !== 'string')
    throw new TypeError('contentType: expected a string or null');
  const headers = [...response.headers, ...(contentType ? [['content-type', contentType] as const] : [])];
  return { id, url, page: { ...response, headers, body: Buffer.from(bodyBase64, 'base64') } };
}

/** @throws TypeError if a value is not a string */
function parseHeaders(headers: unknown): [name: string, value: string][] {
  if (headers === undefined || headers === null) return [];
  if (typeof headers !== 'object' || Array.isArray(headers))
    throw new TypeError('headers: expected an object such as {"Last-Modified": "…"}');
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one: unknown): [string, string] => {
      if (typeof one !== 'string') throw new TypeError(`headers: ${name}: expected a string`);
      return [name, one];
    }),
  );
}
