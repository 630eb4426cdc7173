import type { Fault } from './search-request.ts';

/** A problem document (RFC 9457) for programs; people are shown the same words on a page. */
export type Problem = {
  status: 400 | 403 | 404 | 405 | 500 | 503;
  title: string;
  detail: string;
  /** Every parameter that is at fault. */
  errors?: Fault[];
  /** Asking again makes sense after so long. Seconds. */
  retryAfterS?: number;
};

export function problemDocument({ retryAfterS: _inHeader, ...problem }: Problem): string {
  return JSON.stringify({ type: 'about:blank', ...problem });
}

export const PROBLEM_TYPE = 'application/problem+json';

export const wrongQuestion = (errors: Fault[]): Problem => ({
  status: 400,
  title: 'This search cannot be done as asked',
  detail: errors.map(({ parameter, detail }) => `${parameter}: ${detail}`).join('; '),
  errors,
});

export const noSuchCrawl: Problem = {
  status: 404,
  title: 'No such crawl',
  detail: 'There is no crawl of this name here.',
};

export const nothingCrawled: Problem = {
  status: 404,
  title: 'Nothing has been crawled yet',
  detail: 'As soon as a crawl has been started, what it finds can be searched here.',
};

export const noSuchPage: Problem = { status: 404, title: 'Not found', detail: 'There is nothing at this address.' };

export const noSuchRecord: Problem = {
  status: 404,
  title: 'No such page',
  detail: 'This page is not in the collection, or not any more: its content may have changed or gone since.',
};

export const notArchivable: Problem = {
  status: 403,
  title: 'No copy is shown of this page',
  detail: 'Its publisher asks that no copies of it be shown (noarchive).',
};

export const notAllowed: Problem = {
  status: 405,
  title: 'Only reading is possible here',
  detail: 'These pages answer GET and HEAD.',
};

export const ourFault: Problem = {
  status: 500,
  title: 'Something went wrong here',
  detail: 'The question did not cause it, as far as we can tell. Trying again in a moment may help.',
};

/** An engine that sleeps while nobody asks needs up to half a minute to wake up, and was asked just now. */
export const searchAway: Problem = {
  status: 503,
  title: 'The search engine does not answer yet',
  detail: 'It may be waking up, which takes up to half a minute. This page loads itself again.',
  retryAfterS: 10,
};
