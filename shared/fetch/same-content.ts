/** Decides whether a response repeats the content that is known of a page. */
import { hash } from 'node:crypto';
import type { PageEntry } from '../frontier/host/entry.ts';
import { type HeaderList, headerValues } from '../http/headers.ts';
import type { HttpResponse } from '../ports/fetcher.ts';
import { isGoneConfirmed } from './gone-confirmed.ts';

/** Headers that decide how a body is read and what may be done with it. */
const MEANINGFUL = ['content-type', 'content-language', 'x-robots-tag', 'tdm-reservation'];

/** The same of headers that few sites send. An absent one leaves the fingerprints of other pages as they were. */
const MEANINGFUL_IF_PRESENT = ['content-usage', 'content-signal'];

/** The usual headers of a page: nothing is stored for it. */
const USUAL = /^(?:text\/html(?:; ?charset="?utf-8"?)?)?\n\n\n$/;

/** Length of a fingerprint in hex digits. */
const FINGERPRINT_LENGTH = 8;

/** Returns a fingerprint of the headers that change the meaning of a body; undefined for the usual ones. */
export function digestHeaders(headers: HeaderList): string | undefined {
  const sent = (name: string) => headerValues(headers, name).join(', ').trim().toLowerCase();
  const rare = MEANINGFUL_IF_PRESENT.map(sent).filter((value) => value !== '');
  const text = [...MEANINGFUL.map(sent), ...rare].join('\n');
  return USUAL.test(text) ? undefined : hash('sha256', text, 'hex').slice(0, FINGERPRINT_LENGTH);
}

/**
 * Returns whether a response has the body, and the meaning, of the page's last content. An error or a redirect is another response,
 * even with the same body.
 *
 * @param digest SHA-256 of the body in hex; undefined if it is empty
 * @param page what is known of the page; undefined if it is new
 */
export function isSameContent(
  response: HttpResponse,
  digest: string | undefined,
  page: PageEntry | undefined,
): boolean {
  const { status, headers } = response;
  if (digest === undefined || digest !== page?.digest || status < 200 || status > 299) return false;
  return digestHeaders(headers) === page.headersDigest && !isGoneConfirmed(page);
}

/**
 * Returns whether a 304 response has robots directives that the page's last content lacked. Absence says nothing: many servers omit
 * headers that did not change.
 */
export function hasNewDirectives({ status, headers }: HttpResponse, page: PageEntry | undefined): boolean {
  return status === 304 && page?.headersDigest === undefined && headerValues(headers, 'x-robots-tag').length > 0;
}
