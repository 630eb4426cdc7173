import type { Truncation } from '../clean/document-fields.ts';
import type { DocumentType } from '../clean/document-type.ts';

/** A relevant document as it is searched and shown. Its id is the digest of its content. */
export type SearchRecord = {
  id: string;
  /**
   * The URL that a hit links to: the one of `urls` that was seen first, the shortest among equals. URLs whose page names
   * another one of `urls` as canonical come last.
   */
  url: string;
  /** URL → when it was last seen with this content. Epoch milliseconds. */
  urls: Record<string, number>;
  title: string;
  headings: string[];
  text: string;
  /** Why the text is not whole. Absent if it is. */
  truncated?: Truncation;
  description: string;
  keywords: string[];
  author: string | null;
  /** Anchor texts of links to the page (`frontier/anchor-texts.ts`), at most three; absent if none is known. */
  anchors?: string[];
  /** Date of publication, ISO 8601, as the page declares it; null if unknown. */
  date: string | null;
  /** ISO 639-1; `und` if unknown. */
  language: string;
  type: DocumentType;
  host: string;
  /** Epoch milliseconds. */
  fetchedAt: number;
  verdict: string;
  score: number;
  classes: { class: string; score: number }[];
  /** Where the capture is: key, offset and length in the object store. */
  capture: { key: string; offset: number; length: number };
  /**
   * Further metadata: `publisher`, `site`, `modified` (ISO 8601), `licence`, `country` (ISO 3166, of the server),
   * `generator`, `server`, and where a paper was published: `doi`, `journal`, `volume`, `issue`, `pages`, `issn`, `isbn`. Only what page or server declare; absent if they declare nothing.
   */
  about?: Record<string, string>;
  /** The genre of the page; absent if it was not classified by genre. */
  genre?: string;
  /** Fields that the settings derive from metadata: texts, numbers, or values of several parts. Absent if there are none. */
  fields?: Record<string, RecordValue[]>;
  /** Directives of the publisher: show no cached copy, show no text of the page in results. Absent: none. */
  directives?: ('noarchive' | 'nosnippet')[];
  /** Fingerprint: near-duplicates differ in few of its bits. 16 hexadecimal digits; absent if the text is too short. */
  simhash?: string;
  /** The URL without its extension, which the same document in other formats shares. Absent if the URL has no extension. */
  stem?: string;
  /** The canonical URL that the page names, if it is another one. Not verified. Absent: it names none or its own. */
  canonical?: string;
  /** The same page in other languages, as the page names them: `hreflang` → URL. Absent: it names none. */
  alternates?: { language: string; url: string }[];
  /** From this time on the record is left out of results. Epoch milliseconds. Absent: it stays. */
  unavailableAfter?: number;
};

/** A value of a mapped field. `text` with `parts`: a value that a grammar has split. `reason`: why the grammar does not match it. */
export type RecordValue = string | number | { text: string; parts?: Record<string, string>; reason?: string };

/** The fields of a record that may differ between pages with the same text. */
export type PageFields = Omit<SearchRecord, 'id' | 'url' | 'urls' | 'text'>;
