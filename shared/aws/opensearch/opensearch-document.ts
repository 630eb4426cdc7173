import { mapTexts, SEARCHED_TEXTS, textsOf } from '../../index/text-fields.ts';
import { indexedUrl } from '../../index/url-text.ts';
import { wholeTextKeys } from '../../index/whole-texts.ts';
import type { RecordChange } from '../../ports/search-index.ts';
import type { PageFields, SearchRecord } from '../../ports/search-record.ts';
import type { Analyze } from '../../text/analysis/analyze.ts';
import { WORDS_VERSION } from '../../text/analysis/words-version.ts';
import { duplicateKeys } from '../../text/duplicate-keys.ts';
import { FIELD_MAPPINGS, fieldKeywords } from './opensearch-fields.ts';

/*
 * A document of the index is a record with all that is known about its URLs.
 * Not indexed: `urls`: URL → `first`, `at` (epoch ms), `live`, and, as long as the URL is live, `parts`, its words, and `page`: the `PageFields` of
 * its page · `text` · `analysed`: the words of the text for each language that pages declare.
 * Indexed, derived by the script from the URL that is shown, or from all live URLs (`urlList`, `words.url`): `shown`, `live`, `words.*`, `fetchedAt`, `near` (the keys of
 * duplicates and of whole texts), and the search fields.
 * Indexed also if no URL is live any more: `listedAt` (when the latest change is listed, epoch ms) and `classes`.
 */

/** Maximum number of hits that a query can reach: a little more than `MAX_FROM` of the search plus a page. */
const MAX_RESULT_WINDOW = 10_200;

/** A field without values, which tells by what version of the analysis the words of an index are. An index has that of its creation. */
export const WORDS_MARK = `wordsVersion${WORDS_VERSION}`;

/** Words arrive analysed, so both engines match and rank alike: nothing is stemmed or folded here. */
export const INDEX_BODY = {
  settings: {
    index: {
      number_of_shards: 1,
      max_result_window: MAX_RESULT_WINDOW,
      analysis: { analyzer: { ready: { type: 'custom', tokenizer: 'whitespace' } } },
    },
  },
  mappings: {
    dynamic: false,
    properties: {
      id: { type: 'keyword' },
      live: { type: 'boolean' },
      urls: { type: 'object', enabled: false },
      analysed: { type: 'object', enabled: false },
      urlList: { type: 'keyword', ignore_above: 8_000 },
      words: {
        properties: Object.fromEntries(SEARCHED_TEXTS.map((field) => [field, { type: 'text', analyzer: 'ready' }])),
      },
      ...FIELD_MAPPINGS,
      fetchedAt: { type: 'long' },
      listedAt: { type: 'long' },
      near: { type: 'keyword', doc_values: false },
      [WORDS_MARK]: { type: 'text', analyzer: 'ready' },
    },
  },
};

export type UrlEntry = { first: number; at: number; live: boolean; parts?: string; pageAt?: number; page?: PageFields };

export type IndexDocument = {
  id: string;
  live?: boolean;
  shown?: string;
  text?: string;
  urls: Record<string, UrlEntry>;
  /** Absent: an earlier version has written the document. */
  listedAt?: number;
  /** With those above them. */
  classes?: string[];
};

/** `first` of a URL that was never seen. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** Returns one change as the script expects it. */
export function changeParams(change: RecordChange, analyze: Analyze) {
  const seen = change.kind === 'seen';
  const common = { url: change.url, at: change.at, first: seen ? change.at : NEVER, live: seen };
  if (!seen) return common;
  const parts = indexedUrl(change.url);
  if (!change.record) return { ...common, parts };
  const { id: _id, url: _url, urls: _urls, text, ...fields } = change.record;
  return {
    ...common,
    parts,
    page: fields,
    text,
    words: mapTexts(textsOf(change.record), (one) => analyze(one, fields.language)),
    keys: {
      near: [...duplicateKeys(fields), ...wholeTextKeys(fields)],
      fields: fieldKeywords(fields),
    },
  };
}

/** Returns the record of a document, or undefined if no live URL has it. */
export function recordOf(document: IndexDocument): SearchRecord | undefined {
  const { id, shown, text, urls } = document;
  const fields = shown === undefined ? undefined : urls[shown]?.page;
  if (!document.live || shown === undefined || !fields) return undefined;
  const live = Object.entries(urls).filter(([, entry]) => entry.live);
  live.sort(([a, x], [b, y]) => x.first - y.first || a.length - b.length || (a < b ? -1 : 1));
  return {
    id,
    url: shown,
    urls: Object.fromEntries(live.map(([url, { at }]) => [url, at])),
    text: text ?? '',
    ...fields,
  };
}
