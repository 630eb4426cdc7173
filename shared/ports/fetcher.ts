import type { FailureReason } from '../fetch/outcome.ts';
import type { Reason } from '../url/reason.ts';
import type { Url } from '../url/url.ts';

/**
 * Sends one request, through the guard on the address it connects to, with all limits. Follows nothing.
 * Adapter: `net/http-fetcher.ts`, the same on both sides. It never throws for what a server or the network does.
 */
export interface Fetcher {
  /** @param request.signal aborts the request at once: the outcome is then a failure by `timeout`. */
  fetch(url: Url, request: FetchRequest): Promise<HttpResponse | HttpFailure>;

  /**
   * The address that a host (as `hostOf` gives it) is reached at: of several always the same while the name leads to the same.
   *
   * @returns undefined: the name leads nowhere, or the network behind a proxy looks it up.
   */
  resolveAddress?(host: string): Promise<string | undefined>;
}

export type FetchRequest = {
  /** Not given: GET. */
  method?: 'GET' | 'HEAD';
  /** Beside those that every request carries (user agent, accept, accept-encoding …): `if-none-match` and the like. Lower case. */
  headers?: Record<string, string>;
  maxBytes: number;
  /** For the whole answer, from the start of the look-up. */
  timeoutMs: number;
  /** Asked as soon as the head of the answer is there. A reason ends the request: the body is not read. */
  refuseBody?: (head: ResponseHead) => Reason | undefined;
  signal?: AbortSignal;
};

export type ResponseHead = {
  status: number;
  statusText: string;
  /** As sent: order and repetitions kept, names as they came. */
  headers: [name: string, value: string][];
};

export type HttpResponse = ResponseHead & {
  kind: 'response';
  httpVersion: '1.0' | '1.1' | '2';
  /** As sent, content coding and all; cut at `maxBytes`. */
  body: Uint8Array;
  truncated: boolean;
  /** What `FetchRequest.refuse` has against it: the body was not read. */
  refused?: Reason;
  /** What was sent, for the archive: without credentials. */
  requestHeaders: [name: string, value: string][];
  /** The address that was connected to; '' where a proxy did, who does not tell. */
  address: string;
};

export type HttpFailure = {
  kind: 'failure';
  reason: FailureReason;
  detail: string;
  address?: string;
  /**
   * A connection that had been kept was closed before the answer began, as happens when the server gives it up at that very
   * moment. It may have seen the request all the same, so asking again is the caller's matter, after the pause.
   */
  stale?: boolean;
};
