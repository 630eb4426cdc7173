import type { CaptureLocation, CaptureNote } from '../fetch/warc/capture.ts';
import type { Reason } from '../url/reason.ts';
import type { Url } from '../url/url.ts';
import type { Fields, FieldValue, FollowedLink, Genre, Link, Media, PageAbout, Paper } from './document-fields.ts';

/** What a capture says once cleaned. What is not known is null or an empty list. */
export type CleanDocument = {
  url: Url;
  title: string | null;
  /** Main text; paragraphs are separated by an empty line. */
  text: string;
  /** The main text with its structure; null where a page was not cleaned that far. */
  markdown: string | null;
  /** ISO 639-1; `und`: too little text to tell. */
  language: string;
  /** How far the next likeliest language is behind, from 0 (as likely) to 1 (there is none); absent: too little text. */
  languageConfidence?: number;
  /** The encoding that was used, as the WHATWG names it; null for what is no text. */
  charset: string | null;
  /** What HTTP or the head of the page declares, and what its bytes were taken for where they were asked. */
  charsets?: { declared: string | null; detected: string | null };
  /** Several are joined by `; `. */
  author: string | null;
  /** Published; ISO 8601. */
  date: string | null;
  /** Last changed, as the page declares it; ISO 8601. Absent where the format does not tell. */
  modified?: string | null;
  publisher?: string | null;
  /** What kind of page it is, by its features; absent where nobody looked. */
  genre?: Genre;
  /** Fields that the settings make of meta elements, and of what rules of `extract` name. */
  fields?: Fields;
  /** The rule of `extract` that it was read by, and the items that it found. Absent: none knows it. */
  rule?: string;
  items?: Record<string, FieldValue[]>[];
  /** All that is followed of it, where a rule says so. Absent: its links. */
  follow?: FollowedLink[];
  /** What stood beside the link that led to it, or beside the seed. Absent: nothing. */
  listing?: Record<string, string>;
  /** What else page and server say of it. */
  about?: PageAbout;
  /** Where title, author, dates, publisher, description, keywords and language were said: `json-ld`, `meta <name>`, `microdata`, `rdfa`, `heading`, `title`, `url`, `time`, `marked`, `byline`, `text`. */
  sources?: Record<string, string>;
  description: string | null;
  keywords: string[];
  headings: string[];
  links: Link[];
  /** Pictures, films and sounds, where the crawl lists them. Absent: nobody asked. */
  media?: Media[];
  /** Names of meta elements in lower case → their values in the order of the page. */
  metadata: Record<string, string[]>;
  /** Sniffed, not believed; lower case, without parameters. */
  mimeType: string;
  /** SHA-256 of the normalised main text (white space folded), hex: the id of the record. Of the text that the page has when it is read by itself. */
  digest: string;
  /** MD5 of the same, hex: what Combine's records are known by. */
  md5?: string;
  /** Of the same: 16 hexadecimal digits (`simhash.ts`); null: the text is too short to be like others. */
  simhash: string | null;
  /** As the page says; only the index can tell whether it is true. */
  canonical: string | null;
  /** Words of meta robots and X-Robots-Tag that concern us: `noindex`, `nofollow`, `noarchive`, `nosnippet`. */
  robots: string[];
  /** From when on it asks to be gone from indexes, epoch ms; absent: never. */
  unavailableAfter?: number;
  /** Its semantic header, where it is a scientific paper. */
  paper?: Paper;
  /** Why there is no text, or why it is not to be kept; null: all is well. */
  reason: Reason | null;
  /** More of the reason, for people. */
  detail?: string;
};

/**
 * One line of `clean/<crawl>/…jsonl.zst`.
 * `moved`: a redirect to `to`. `gone`: 404 or 410. `unchanged`: 304, or the same bytes as before. `list`: a sitemap or feed. Other answers (4xx, 5xx) leave no line.
 */
export type DocumentLine = LineHead &
  (
    | { kind: 'document'; document: CleanDocument }
    | { kind: 'moved'; to: Url | null; permanent: boolean }
    | { kind: 'gone' }
    | { kind: 'unchanged' }
    | ListLine
  );

export type LineHead = { url: Url; fetchedAt: number; status: number; capture: CaptureLocation; note: CaptureNote };

/** An address that a sitemap or a feed lists. */
export type ListedUrl = {
  url: Url;
  /** When it changed last, as the list says. Epoch ms. */
  lastModified?: number;
  /** Among the pages of its site, 0 to 1. */
  priority?: number;
};

/** What a capture lists that was asked for as a list, or is a sitemap. `lists`: further lists that it names. */
export type ListLine = {
  kind: 'list';
  urls: ListedUrl[];
  lists: Url[];
  /** Why it was not read, or not to its end; null: read whole. */
  reason: Reason | null;
};
