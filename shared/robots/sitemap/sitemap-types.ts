/** An entry of a sitemap or feed. */
export type SitemapUrl = {
  url: string;
  /** ISO 8601, with the precision of the file. */
  lastModified?: string;
  changeFrequency?: 'always' | 'hourly' | 'daily' | 'weekly' | 'monthly' | 'yearly' | 'never';
  /** Priority among the pages of the site, from 0 to 1. */
  priority?: number;
  /** The page in other languages, usually including itself. `language`: value of `hreflang`, or `null` if absent. */
  alternates?: { url: string; language: string | null }[];
  images?: string[];
  /** URLs of video files, or of players if there are no files. */
  videos?: string[];
  news?: { title?: string; published?: string; name?: string; language?: string; keywords?: string };
};

/** A sitemap listed in a sitemap index. */
export type SitemapRef = { url: string; lastModified?: string };

/** Receives entries. URLs are absolute (http, https or ftp) and resolved like in a browser, but not normalised. */
export type SitemapSink = {
  url(found: SitemapUrl): void;
  sitemap(found: SitemapRef): void;
};

/** Limits on what is read of a sitemap. */
export type SitemapLimits = {
  /** Maximum unpacked size of the file, in bytes. */
  maxBytes: number;
  /** Maximum number of URLs, and of listed sitemaps. */
  maxEntries: number;
};

/** A sitemap, feed or list as it was fetched. */
export type SitemapFile = {
  /** URL of the file, against which relative URLs are resolved. */
  url: string;
  body: Uint8Array;
  /** Value of Content-Type. Only its charset is used, with the lowest precedence. */
  contentType?: string | undefined;
};

export type SitemapEnd = {
  isSitemap: boolean;
  /** Position after an opening that is never closed and hides the rest, in characters. Absent if there is none. */
  brokenAt?: number | undefined;
};

/** Parses the decoded text of a file in chunks. */
export type SitemapReader = {
  write(text: string): void;
  /**
   * Ends the text. Further text continues after `brokenAt`.
   *
   * @param isComplete true if the text was not truncated.
   */
  end(isComplete: boolean): SitemapEnd;
};
