/** Longest time that judging a document may take: longer than any conversion. Milliseconds. */
export const JUDGE_LIMIT_MS = 300_000;

/** Why a document is not kept, besides the reasons of pages. The pages translate each. */
export const NEWER_STATE = 'the crawl has a newer state of the page at this address';
export const NO_PAGE = 'it is a list of links';
export const TOO_SLOW = `reading it took more than ${JUDGE_LIMIT_MS / 60_000} minutes`;
