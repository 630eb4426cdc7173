import type { LinkEvidence } from '../focus/link-evidence.ts';
import type { Url } from '../url/url.ts';
import type { AnchorTexts } from './anchor-texts.ts';

/**
 * Purpose of a URL. Lists are read only for the URLs they name. Entries of a `sitemap` are links of its site. Entries of
 * a `feed` (any list that was given as a seed) are seeds themselves.
 */
export type UrlKind = 'page' | 'sitemap' | 'feed';

/** A link on its way to the frontier of its host. */
export type OfferedLink = {
  url: Url;
  kind: UrlKind;
  /** Priority class: 0 (first) to 7 (last). */
  class: number;
  /** Number of links from the nearest seed. */
  depth: number;
  /** Page on which the link was found; null for a seed. */
  parent: Url | null;
  /** Orders URLs within their class: 0 to 1, higher first. */
  score: number;
} & LinkHints;

/** Facts about a URL that its source (list, seed file or page) states. Absent fields are unknown. */
export type LinkHints = {
  /** Time of the last change, from a sitemap or feed. Epoch ms. */
  lastModified?: number;
  /** Values that a seed file or a page gives beside the URL, such as title and description. A few hundred characters. */
  about?: Record<string, string>;
  /** Name of the extraction rule to read the page with, as set by the page that links to it. */
  extractRule?: string;
  /** A sitemap lists the URL. */
  listed?: boolean;
  /** A page or stylesheet loads the URL as a file (`clean/links/embedded-files.ts`). */
  embedded?: boolean;
  /** The user asks for the URL at this time (epoch ms), whatever is known of it. It is fetched again unless it was fetched since. */
  forcedAt?: number;
  /** What the pages that link to the URL say about it (`focus/link-evidence.ts`). Only in crawls that rank links by a learned model. */
  evidence?: LinkEvidence;
  /** Anchor texts of links to the URL (`anchor-texts.ts`). Absent: none, or the stack has no search index. */
  anchors?: AnchorTexts;
  /** Number of lists that led to this list, or of embedded files to this file, with itself. Present only for both of them. */
  nesting?: number;
  /** Number of consecutive redirects that led to the URL. Present only for targets of redirects. */
  redirects?: number;
};

/** Result of a later stage for a page of the host. Used for statistics, revisits, `explain` and `was` of the next capture. */
export type PageFeedback = {
  url: Url;
  /** Change time of the visit that this result is about (`change-time.ts`). Epoch ms. */
  at: number;
  /** Next visit as stated in the page's capture. The page's own entry is filed under this time. Epoch ms. */
  next?: number;
  /** Id of the page's record; null if the page has no record. */
  record: string | null;
  /** `relevant`, `leads-on`, `off-topic`, or a reason. */
  verdict: string;
  /**
   * The stored document was judged again after the visit. Its page's entry may have moved to another next visit since, so the
   * host looks for the entry among all its pages.
   */
  revised?: boolean;
};

/** Selects known pages that are due at once, regardless of their schedule. */
export type ForcedRecrawl = {
  /** Selects only pages fetched before this time. Epoch ms. */
  at: number;
  /** Selects only pages whose URL starts with this text; absent: all. */
  prefix?: string;
  /** Selects only seeds and URLs first requested at this time or later that have brought no page yet. Epoch ms. */
  missingSince?: number;
  /** Selects only pages that a list reports as changed after they were fetched. URL → epoch ms. */
  modified?: ReadonlyMap<string, number>;
  /** Selects only pages with one of these outcomes, such as `refused.robots`, because the settings that caused it changed. */
  outcomes?: string[];
  /** Selects only these URLs, each unless it was fetched since `forcedAt` with the same metadata, and raises their priority to `class`. */
  forced?: ReadonlyMap<string, ForcedUrl>;
  /** Selects only pages that look gone and whose records are held. The operator confirms that they are gone. */
  confirmGone?: boolean;
};

/** A URL that the user asked for by `thresher seed --force`, once or several times. */
export type ForcedUrl = {
  /** Time of the latest request. Epoch ms. */
  forcedAt: number;
  /** Best priority class of the requests. */
  class: number;
  /** Replaces the metadata of the URL. Absent: it keeps its own. */
  about?: Record<string, string>;
  /** Time of the request that gave `about`. Epoch ms; present only with `about`. */
  aboutAt?: number;
};

/** Cash that one visit of a page transfers to its links on one host (`host/opic-cash.ts`). */
export type CashTransfer = {
  from: Url;
  /** Number of the page's visit. */
  visit: number;
  /** Number of links from the nearest seed to the receiving URLs. */
  depth: number;
  /** Amount that each receiving URL gets. */
  share: number;
  to: Url[];
};

/** Content of one inbox item. */
export type Offer = { links: OfferedLink[]; feedback: PageFeedback[]; recrawl?: ForcedRecrawl; cash?: CashTransfer[] };
