import type { LinkEvidence } from '../../focus/link-evidence.ts';
import type { AnchorTexts } from '../../frontier/anchor-texts.ts';
import type { UrlKind } from '../../frontier/offer.ts';
import type { SitePreferences } from '../../robots/rights-files.ts';
import type { Url } from '../../url/url.ts';

/** A response as received, with what later stages need to know about the visit that fetched it. */
export type Capture = {
  url: Url;
  /** When the response was complete. Epoch milliseconds. */
  fetchedAt: number;
  status: number;
  statusText: string;
  httpVersion: '1.0' | '1.1' | '2';
  requestHeaders: [name: string, value: string][];
  headers: [name: string, value: string][];
  /** Body as received, with its content coding; empty for a revisit. */
  body: Uint8Array;
  /** The page after its scripts ran in a browser, as HTML in UTF-8. Absent: it was not rendered. */
  rendered?: Uint8Array;
  truncated: boolean;
  address: string;
  /**
   * Type of the WARC record: `response`; `revisit-not-modified` for a 304; `revisit-same-digest` for a success with the last
   * body and meaning (the archive then omits it).
   */
  record: 'response' | 'revisit-not-modified' | 'revisit-same-digest';
  /** SHA-256 of `body` in hex; for a revisit, of the earlier body. */
  payloadDigest: string;
  /** For a revisit, the time of the capture with the earlier body, epoch ms. Absent: unknown, or no revisit. */
  refersToTime?: number;
  note: CaptureNote;
};

/**
 * What the crawler knows of a capture besides HTTP. Stored as JSON in a WARC header field, so the short property names are part
 * of the archive format.
 */
export type CaptureNote = {
  /** Number of links from the nearest seed. */
  depth: number;
  /** Priority class that the URL had in the frontier: 0 first, 7 last. */
  class: number;
  /** When the page is due again, epoch ms; absent: never. Feedback of later stages refers to this time. */
  next?: number;
  /** Requested as a sitemap or feed. Absent: as a page. */
  kind?: Exclude<UrlKind, 'page'>;
  /** Requested as robots.txt, or as a file of rights: no later stage reads it. */
  robots?: true;
  /** Number of sitemap indexes above this list, or of embedded files from the page to this file, with itself. Absent: 0. */
  nesting?: number;
  /** Number of consecutive redirects that led to the URL. Absent: none. */
  redirects?: number;
  /** Fields of the seed, if the URL is one. */
  about?: Record<string, string>;
  /** Name of the extraction rule that the linking page set for this page. Absent: none. */
  extractRule?: string;
  /** Evidence of the links that led to the page (`focus/link-evidence.ts`). Absent: the crawl ranks links without a model. */
  evidence?: LinkEvidence;
  /** Anchor texts of links to the page, from before its first fetch (`frontier/anchor-texts.ts`). Absent: none. */
  anchors?: AnchorTexts;
  /** What robots.txt and files of rights say of the use of the page, as of the visit. Absent: none. */
  prefers?: SitePreferences;
  /**
   * Time of the changes of records that the capture causes, epoch ms. Later than `fetchedAt` if the clock was set back since the
   * page's last visit. Absent: `fetchedAt`.
   */
  changeAt?: number;
  /** Previous record: id of the record that the page had before this capture. Absent: none. */
  was?: string;
  /** The mass-removal guard holds the page's removal: the page keeps its record. */
  held?: true;
  /** The page is closed (`gone.closed`): its record is removed, as with status 404. */
  closed?: true;
  /** The links of the page are not followed: it was imported from an archive without `--follow`. */
  unfollowed?: true;
  /** The operator confirmed the page's current state, so the mass-removal guard does not apply. */
  believed?: true;
  /** OPIC cash that the page transfers to its links, and the number of this visit. Absent for other strategies. */
  hands?: { cash: number; visit: number };
};

/**
 * Location of a capture in the archive: the gzip member of its response, and the next one if that is its rendered page. Offset and length in
 * bytes.
 */
export type CaptureLocation = { key: string; offset: number; length: number };
