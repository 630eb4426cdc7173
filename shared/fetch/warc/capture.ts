import type { UrlKind } from '../../frontier/offer.ts';
import type { Url } from '../../url/url.ts';

/** One answer of a web server as it came, with what the later stages need to know of the visit that fetched it. */
export type Capture = {
  url: Url;
  /** When the answer was complete. Epoch milliseconds. */
  fetchedAt: number;
  status: number;
  statusText: string;
  httpVersion: '1.0' | '1.1' | '2';
  requestHeaders: [name: string, value: string][];
  headers: [name: string, value: string][];
  /** As sent, content coding and all; empty for a revisit. */
  body: Uint8Array;
  truncated: boolean;
  address: string;
  /**
   * `response`; `revisit-not-modified` for a 304; `revisit-same-digest` when the body is the one that is known already
   * (then the body is left out of the archive).
   */
  record: 'response' | 'revisit-not-modified' | 'revisit-same-digest';
  /** SHA-256 of `body`, as sent; of the earlier body for a revisit. Hex. */
  payloadDigest: string;
  note: CaptureNote;
};

/** Travels in a WARC field of its own, so that whoever cleans the capture again finds it. */
export type CaptureNote = {
  /** Links from the nearest seed. */
  depth: number;
  /** Priority class that the URL had in the frontier: 0 first, 7 last. */
  class: number;
  /** When the page is wanted again; what is later learnt of it is filed under this time. Epoch ms; absent: never. */
  next?: number;
  /** Asked for as a list of addresses. Not said: as a page. */
  kind?: Exclude<UrlKind, 'page'>;
  /** Lists within lists that led to this one. */
  nesting?: number;
  /** What stood beside it, where it is a seed. */
  about?: Record<string, string>;
  /** Id of the page's last record. */
  was?: string;
  /** Too much of the host is gone at once: the page keeps its record. */
  held?: true;
  /** Whoever runs the crawl believes what the page says now. */
  believed?: true;
  /** What it hands to its links, and the number of this visit; only where a strategy knows cash. */
  hands?: { cash: number; visit: number };
};

/** Where a capture lies in the archive: one gzip member. Bytes. */
export type CaptureLocation = { key: string; offset: number; length: number };
