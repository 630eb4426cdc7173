import type { Url } from '../url/url.ts';

export type FetchedPage = {
  url: Url;
  /** As sent, names in any case. */
  headers: readonly (readonly [name: string, value: string])[];
  /** As sent, content coding and all. */
  body: Uint8Array;
  /** When it was sent; absent: whether it has asked to be gone by then is not known. Epoch ms. */
  fetchedAt?: number;
  /** Of the server that sent it; absent or '': nobody knows. */
  address?: string;
  /** What the visit knew of it. `about`: what stood beside the link that led to it, or beside the seed. */
  note?: { about?: Record<string, string> };
};
