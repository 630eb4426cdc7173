import type { HeaderList } from '../http/headers.ts';
import type { Url } from '../url/url.ts';

/** A page as the server sent it. */
export type FetchedPage = {
  url: Url;
  /** As sent; names in any case. */
  headers: HeaderList;
  /** As sent, content coding included. */
  body: Uint8Array;
  /** Time of the response, epoch ms. If it is absent, `unavailable_after` is not checked. */
  fetchedAt?: number;
  /** IP address of the server; absent or '' if unknown. */
  address?: string;
  /** What the crawl knows of the page. `about` holds the values beside the link that led to it, or beside the seed. */
  note?: { about?: Record<string, string> };
};
