import type { ParameterFault } from './search-query.ts';

/** A problem: a problem document (RFC 9457) for programs, a page with the same words for people. */
export type Problem = {
  status: 400 | 403 | 404 | 405 | 413 | 421 | 500 | 503;
  title: string;
  detail: string;
  /** All invalid parameters. */
  errors?: ParameterFault[];
  /** Seconds after which a retry may succeed. */
  retryAfterS?: number;
};

export function problemDocument({ retryAfterS: _inHeader, ...problem }: Problem): string {
  return JSON.stringify({ type: 'about:blank', ...problem });
}

export const PROBLEM_TYPE = 'application/problem+json';

export const invalidQuery = (errors: ParameterFault[]): Problem => ({
  status: 400,
  title: 'This search is not valid',
  detail: errors.map(({ parameter, detail }) => `${parameter}: ${detail}`).join('; '),
  errors,
});

export const noSuchCrawl: Problem = {
  status: 404,
  title: 'No such crawl',
  detail: 'There is no crawl with this name.',
};

export const nothingCrawled: Problem = {
  status: 404,
  title: 'Nothing has been crawled yet',
  detail: 'Pages become searchable here while a crawl runs.',
};

export const noSuchPage: Problem = { status: 404, title: 'Not found', detail: 'There is no page at this URL.' };

export const noSuchRecord: Problem = {
  status: 404,
  title: 'No such page',
  detail: 'This page is not in the collection. It may have changed or gone since it was found.',
};

export const notArchivable: Problem = {
  status: 403,
  title: 'This page has no cached copy',
  detail: 'Its publisher does not allow cached copies (noarchive).',
};

export const notAllowed: Problem = {
  status: 405,
  title: 'Method not allowed',
  detail: 'Use GET or HEAD.',
};

/** Status 421 (RFC 9110, 15.5.20) says that this server is not configured for the host name. */
export const hostRefused = (host: string): Problem => ({
  status: 421,
  title: 'This server has another name',
  detail: `It does not answer requests for ${host}. Open it by its IP address, or start it with --allow-host ${host}.`,
});

export const otherSite: Problem = {
  status: 403,
  title: 'Not allowed for other websites',
  detail: 'Another website may link here. It may not embed pages of this server or load them in a script.',
};

export const unknownVerdict: Problem = {
  status: 400,
  title: 'Unknown verdict',
  detail: 'verdict: must be relevant, off-topic or none',
};

export const noSuchPageToJudge: Problem = {
  status: 404,
  title: 'No such page to judge',
  detail: 'It was judged already, or another page has taken its place. Open the crawl page again.',
};

export const formTooLarge: Problem = { status: 413, title: 'Form too large', detail: 'A form has at most 16 KiB.' };

export const internalError: Problem = {
  status: 500,
  title: 'Internal error',
  detail: 'The request could not be completed. Try again in a moment.',
};

/** A serverless engine that was idle needs up to half a minute to wake up; this request has started it. */
export const searchUnavailable: Problem = {
  status: 503,
  title: 'The search engine is not available yet',
  detail: 'It may be waking up, which takes up to half a minute. This page reloads by itself.',
  retryAfterS: 10,
};
