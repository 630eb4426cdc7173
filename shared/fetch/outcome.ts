/**
 * Possible outcomes of fetching a URL. Reports count under this word, followed by a dot and a reason if there is one
 * (`refused.robots`).
 */
export type OutcomeKind = 'fetched' | 'unchanged' | 'redirected' | 'gone' | 'refused' | 'failed';
