import type { CaptureLocation, CaptureNote } from '../fetch/warc/capture.ts';
import type { Reason } from '../url/reason.ts';
import type { Url } from '../url/url.ts';
import type {
  Fields,
  FieldValue,
  FollowedLink,
  Genre,
  Link,
  Media,
  PageAbout,
  Paper,
  Truncation,
} from './document-fields.ts';
import type { Citation } from './papers/citation.ts';

/** A cleaned page or file. Fields without a value are null or empty lists. */
export type CleanDocument = {
  url: Url;
  title: string | null;
  /** Main text; paragraphs are separated by an empty line. */
  text: string;
  /** Why the text is not whole. Absent if it is. */
  truncated?: Truncation;
  /** The main text as Markdown; null if the crawl does not write Markdown. */
  markdown: string | null;
  /** ISO 639-1 code; `und` if the text is too short to detect its language. */
  language: string;
  /** Lead over the second most likely language, from 0 (equally likely) to 1 (no second one). Absent if the text is too short. */
  languageConfidence?: number;
  /** Language tag that the page or its server declares, as written, such as `pt-BR`. Absent if there is none. */
  declaredLanguage?: string;
  /** The encoding that was used, by its WHATWG name; null for binary formats. */
  charset: string | null;
  /** The encoding that HTTP or the page declares, and the encoding detected from the bytes if detection ran. */
  charsets?: { declared: string | null; detected: string | null };
  /** Author; several authors are joined by `; `. */
  author: string | null;
  /** Date of publication; ISO 8601. */
  date: string | null;
  /** Date of the last change, as declared; ISO 8601. Absent if the format has no such date. */
  modified?: string | null;
  publisher?: string | null;
  /** Kind of page. */
  genre?: Genre;
  /** Fields mapped from meta elements and read by extraction rules. */
  fields?: Fields;
  /** Name of the extraction rule that matches the page; absent if none does. */
  rule?: string;
  /** Items that the rule found; otherwise posts, cards or the product of the page (`page-items/find-items.ts`). */
  items?: Record<string, FieldValue[]>[];
  /** Links to follow, if a rule selects them. If absent, all links are followed. */
  follow?: FollowedLink[];
  /** Values beside the link that led to the page, or beside the seed. Absent if there are none. */
  listing?: Record<string, string>;
  /** Further metadata from page and server. */
  about?: PageAbout;
  /**
   * Source of each metadata field: `json-ld`, `meta <name>`, `microdata`, `rdfa`, `heading`, `title`, `url`, `time`, `marked`,
   * `byline`, `text`, `link`, `post`, `document`, `header last-modified`, `domain`, `address`.
   */
  sources?: Record<string, string>;
  description: string | null;
  keywords: string[];
  headings: string[];
  links: Link[];
  /** Images, videos and audio files. Absent if the crawl does not list media. */
  media?: Media[];
  /** Contents of meta elements in page order, by their name in lower case. */
  metadata: Record<string, string[]>;
  /** The sniffed media type, in lower case, without parameters. */
  mimeType: string;
  /**
   * SHA-256 of the main text with folded white space, and of the fields and items of an extraction rule, hex: the id of the record.
   * The text is the one chosen without other pages of the site.
   */
  digest: string;
  /** MD5 of the text, hex: the id of a record in Combine. */
  md5?: string;
  /** Simhash of the same text, 16 hexadecimal digits; null if the text is too short for near-duplicate detection. */
  simhash: string | null;
  /** The canonical URL that the page declares; not verified. */
  canonical: string | null;
  /** Directives of meta robots and `X-Robots-Tag`: `noindex`, `nofollow`, `noarchive`, `nosnippet`. */
  robots: string[];
  /** Value of `unavailable_after`, epoch ms: the page leaves the index at this time. Absent if there is none. */
  unavailableAfter?: number;
  /** Semantic header of a scientific paper; absent for other documents. */
  paper?: Paper;
  /** Where a paper was published; absent if the document declares nothing of it. */
  citation?: Citation;
  /** Why the document has no text or is not kept; null if it is kept. */
  reason: Reason | null;
  /** Explanation of the reason, for people. */
  detail?: string;
};

/**
 * One line of `clean/<crawl>/…jsonl.zst`.
 *
 * | kind | capture |
 * | --- | --- |
 * | `document` | a page or file |
 * | `moved` | a redirect to `to`, which is null if the target is not a valid URL |
 * | `gone` | status 404 or 410, or a closed page (`note.closed`) |
 * | `unchanged` | status 304, or the same bytes as before |
 * | `list` | a sitemap or feed |
 *
 * Other 4xx and 5xx responses have no line.
 */
export type DocumentLine = LineHead &
  (
    | { kind: 'document'; document: CleanDocument }
    | { kind: 'moved'; to: Url | null; permanent: boolean }
    | { kind: 'gone' }
    | { kind: 'unchanged' }
    | ListLine
  );

/** Fields that all lines have. `capture` is the place of the capture in its WARC file. */
export type LineHead = { url: Url; fetchedAt: number; status: number; capture: CaptureLocation; note: CaptureNote };

/** A URL in a sitemap or feed. */
export type ListedUrl = {
  url: Url;
  /** Time of the last change, epoch ms, as the list declares it; absent if it declares none. */
  lastModified?: number;
  /** Priority among the pages of the site, 0 to 1; absent if the list declares none. */
  priority?: number;
};

/** The contents of a sitemap or feed. `lists` are further sitemaps that it names. */
export type ListLine = {
  kind: 'list';
  urls: ListedUrl[];
  lists: Url[];
  /** Why the list was not read, or not to its end; null if it was read whole. */
  reason: Reason | null;
};
