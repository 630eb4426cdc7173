import type { HeaderList } from '../http/headers.ts';
import type { SitePreferences } from '../robots/rights-files.ts';
import type { Url } from '../url/url.ts';

/** A page as the server sent it. */
export type FetchedPage = {
  url: Url;
  /** As sent; names in any case. */
  headers: HeaderList;
  /** As sent, content coding included. */
  body: Uint8Array;
  /** Whether the body is cut. Absent if it is whole. */
  truncated?: boolean;
  /** Time of the response, epoch ms. If it is absent, `unavailable_after` is not checked. */
  fetchedAt?: number;
  /** IP address of the server; absent or '' if unknown. */
  address?: string;
  /**
   * Data that the crawl stored with the capture. `about`: values beside the link that led to the page, or beside the seed.
   * `extractRule`: name of the extraction rule that the linking page set.
   * `prefers`: what robots.txt and files of rights say of the use of the page.
   */
  note?: { about?: Record<string, string>; extractRule?: string; prefers?: SitePreferences };
};
