import type { Reason } from '../url/reason.ts';

/** What the network or a server can do wrong. */
export type FailureReason = Extract<
  Reason,
  'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'truncated' | 'header-too-large' | 'private-address'
>;

/**
 * Everything that fetching a URL can come to. Each is expected, so each is a value. The word is what reports count
 * under, with the reason behind a dot (`refused.robots`).
 */
export type OutcomeKind = 'fetched' | 'unchanged' | 'redirected' | 'gone' | 'refused' | 'failed';
