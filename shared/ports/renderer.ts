import type { Url } from '../url/url.ts';

/**
 * Runs the scripts of pages, as a browser does, so that text which only scripts write can be read.
 * Adapter: `net/chromium/chromium-renderer.ts`.
 */
export interface Renderer {
  /**
   * Renders a page. Only a few pages are rendered at a time; others wait for their turn. Never throws for faults of the page.
   *
   * @param page.load loads what the page asks for. The renderer itself sends no request
   */
  render(page: PageToRender, limits: RenderLimits): Promise<Rendering>;

  /** Ends the browser. */
  close(): Promise<void>;
}

/** The response for a page, its URL, and what loads the resources of the page. */
export type PageToRender = Resource & { url: Url; load: LoadResource };

/** A response without its content coding. */
export type Resource = {
  status: number;
  /** As received. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
};

/** A request that a rendered page makes: for a script, or by one. */
export type ResourceRequest = {
  /** Absolute, without a fragment. */
  url: string;
  method: 'GET' | 'POST';
  /** Names in lower case. Without cookies, and without what the network client adds. */
  headers: Record<string, string>;
  /**
   * Origin of the script that may read the response, as `URL.origin`, or `null` for that of a sandboxed frame. Absent: the
   * response is a script that is only run, which any page may do.
   */
  readBy?: string;
  /** Body of a POST request. Absent: none. */
  body?: Uint8Array;
  /** A script, which pages share, not data. */
  isScript: boolean;
};

/** @returns undefined if the resource is not loaded: its request is refused or fails */
export type LoadResource = (request: ResourceRequest) => Promise<Resource | undefined>;

/** Limits on the rendering of one page. */
export type RenderLimits = {
  /** Time that a page may wait for its turn. Milliseconds. */
  waitMs: number;
  /** Time of scripts and requests, after which the page is taken as it is. Milliseconds. */
  timeoutMs: number;
  /** Length of the HTML from which on its shadow trees are left out. Bytes. */
  maxBytes: number;
  /** Ends the wait (`busy`) or the rendering (`failed`) early. Absent: only the times above end them. */
  signal?: AbortSignal | undefined;
};

/** Result of rendering a page. */
export type Rendering =
  /** `html`: in UTF-8. `isUnfinished`: the page was still loading when its time was over. */
  | { kind: 'rendered'; html: Uint8Array; isUnfinished?: true }
  | { kind: 'failed'; detail: string }
  /** The page had no turn: too many others are being rendered. */
  | { kind: 'busy' };

/**
 * Why a request of a page was not sent: `robots` robots.txt disallows it or is unreachable; `limit` the page has sent as many as it may; `rest`
 * the host asked for a rest; `post` POST requests are not sent, or not to that site; `url` no HTTP URL.
 */
export type RequestRefusal = 'robots' | 'limit' | 'rest' | 'post' | 'url';

/** Number of requests of a page that were not sent, by cause. */
export type RefusedRequests = Partial<Record<RequestRefusal, number>>;

/** How a page was rendered, or why it was not. Stored as JSON, so the property names are part of the format. */
export type RenderNote = {
  /** `refused`: the page asks not to be indexed, or has no text that could be kept for another reason that rendering does not change. */
  result: 'rendered' | 'failed' | 'refused';
  /** `chosen`: a pattern chooses the page; `empty`: it has scripts and hardly any text. */
  why: 'chosen' | 'empty';
  /** Cause of a failure. Absent: it did not fail. */
  detail?: string;
  /** Number of requests that were sent for it. Absent: none. */
  requests?: number;
  /** Absent: none. */
  refused?: RefusedRequests;
  /** The page was still loading when its time was over. Absent: it was not. */
  isUnfinished?: true;
};
