import type { PageEntry } from '../frontier/host/entry.ts';
import { type HeaderList, headerValue } from '../http/headers.ts';
import { isGoneConfirmed } from './gone-confirmed.ts';

/**
 * Maximum length of a validator that is stored and sent back, in characters. Servers send up to some hundred; they refuse requests with
 * longer headers (Apache and nginx from 8 KB on), and each page of a host stores its own.
 */
const MAX_VALIDATOR_LENGTH = 1_024;

/** Returns the validators of a response. Each is undefined if it is absent, empty or too long to be sent back. */
export function validatorsOf(headers: HeaderList): { etag: string | undefined; modified: string | undefined } {
  const validator = (name: string) => {
    const value = headerValue(headers, name);
    return value !== undefined && value.length <= MAX_VALIDATOR_LENGTH ? value : undefined;
  };
  return { etag: validator('etag'), modified: validator('last-modified') };
}

/**
 * Returns the headers that make the request of a page conditional (RFC 9110, 13.1); none if the page is new or has no validators, or if
 * the operator wants it processed again.
 */
export function conditionalHeaders(page: PageEntry | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (isGoneConfirmed(page)) return headers;
  if (page?.etag) headers['if-none-match'] = page.etag;
  if (page?.modified) headers['if-modified-since'] = page.modified;
  return headers;
}

/** Returns whether the request of a page is conditional, so that status 304 is a valid response. */
export const isConditional = (page: PageEntry | undefined): boolean => Object.keys(conditionalHeaders(page)).length > 0;
