import type { Reason } from '../shared/url/reason.ts';

/** A page was not requested, there was no response, or only a redirect that leads nowhere. `reason`: why, as `thresher explain` names it; null if the cleaner was closed. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  /** Kind of the error, for programs. It never changes. */
  readonly code = 'ERR_FETCH';
  /** The URL that was refused or failed: the requested one, or one that it redirects to. */
  readonly url: string;
  readonly reason: Reason | null;

  constructor(message: string, url: string, reason: Reason | null) {
    super(message);
    this.url = url;
    this.reason = reason;
  }
}

/** Returns the error of a fetch that `close` has ended, or that began after it. */
export const closedError = (url: string): FetchError => new FetchError(`${url}: the cleaner was closed`, url, null);
