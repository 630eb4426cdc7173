import type { Reason } from '../url/reason.ts';
import type { Url } from '../url/url.ts';
import type { RenderNote } from './renderer.ts';

/**
 * Sends one request, within limits and only to addresses that the guard permits. Does not follow redirects.
 *
 * Adapter: `net/http-fetcher.ts`, used by both the local and the AWS crawler. Errors of servers and networks are results;
 * it never throws for them. It throws a `LocalFaultError` (`http/local-fault.ts`) if this machine cannot send the request.
 */
export interface Fetcher {
  /** @param request.signal aborts the request at once; the result is then a failure with reason `timeout` */
  fetch(url: Url, request: FetchRequest): Promise<HttpResponse | HttpFailure>;

  /**
   * Resolves a host (in the form of `hostOf`) to its IP address. Of several addresses it always returns the same one.
   *
   * @returns the address, or undefined if the name does not resolve or a proxy resolves it
   */
  resolveAddress?(host: string): Promise<string | undefined>;
}

/** A request without its URL, with the limits on its response. */
export type FetchRequest = {
  /** Default: GET. */
  method?: 'GET' | 'HEAD' | 'POST';
  /** Body of a POST request. Absent: none. */
  body?: Uint8Array;
  /** Headers besides those of every request (user agent, accept, accept-encoding …), such as `if-none-match`. Lower case. Absent: none. */
  headers?: Record<string, string>;
  /** Leaves out the credentials of the settings for the host, as for a page of another site. Absent: they are sent. */
  withoutCredentials?: boolean;
  /** Maximum length of the body in bytes, before decoding; a longer body is cut. */
  maxBytes: number;
  /** Timeout of the whole response, from the start of the DNS lookup. Milliseconds. */
  timeoutMs: number;
  /** Called as soon as the head of the response is read. If it returns a reason, the body is not read. Absent: all bodies are read. */
  refuseBody?: (head: ResponseHead) => Reason | undefined;
  /** Ends the request early: it fails. Absent: only the timeout ends it. */
  signal?: AbortSignal;
};

/** Status line and header fields of a response. */
export type ResponseHead = {
  status: number;
  statusText: string;
  /** Header fields as received, in their order and with repetitions. */
  headers: [name: string, value: string][];
};

/** A response with any status. FTP responses have the same form. */
export type HttpResponse = ResponseHead & {
  kind: 'response';
  httpVersion: '1.0' | '1.1' | '2';
  /** Body as received, with its content coding; cut at `maxBytes`. */
  body: Uint8Array;
  /** The page after its scripts ran in a browser, as HTML in UTF-8. Visits add it. Absent: the page was not rendered. */
  rendered?: Uint8Array;
  /** How it was rendered, or why it was not. Absent: it was not to be rendered. */
  rendering?: RenderNote;
  /** Frees the memory of `body` at once; it is empty then. Absent if others may refer to it. */
  release?: () => void;
  /** Whether the body is cut at `maxBytes`. Over HTTP a refused body counts as cut, too. */
  truncated: boolean;
  /** Reason that `FetchRequest.refuseBody` returned; the body was not read. Absent: it was not refused. */
  refused?: Reason;
  /** Whether the response answers a HEAD request that no GET followed. It is not archived then. Absent: no. */
  isHead?: true;
  /** Header fields that were sent, for the archive; without credentials. */
  requestHeaders: [name: string, value: string][];
  /** IP address of the server; '' if a proxy resolved the name. */
  address: string;
  heldMs?: HeldMs;
};

/** Time for which request and response waited for a limit of this crawler, and not for the server. Milliseconds. Absent: 0. */
type HeldMs = number;

/** Reasons for which a request fails without a complete response. */
export type FailureReason = Extract<
  Reason,
  'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'truncated' | 'header-too-large' | 'private-address'
>;

/** A request without a usable response: no connection, a timeout, or a broken response. */
export type HttpFailure = {
  kind: 'failure';
  reason: FailureReason;
  detail: string;
  /** IP address of the server. Absent: no connection was opened. */
  address?: string;
  /**
   * The server closed a kept-alive connection before it responded. It may have processed the request, so the caller decides
   * about a retry, after the pause. Absent: it did not.
   */
  stale?: boolean;
  heldMs?: HeldMs;
};
