import type { RecordChange, SearchRecord } from '../../ports/search-index.ts';
import { keysOf } from '../../text/near-keys.ts';

/*
 * A document of the index is a record and all that is known of its URLs:
 * `urls` (not indexed): URL → `first`, `at` (epoch ms), `live`, and `said`: what its page says beside the text, as long as
 * the URL is live · `text`, `analysed` (not indexed): the text once, and its words for each language that pages claim ·
 * `shown`, `live`, `urlList`, `words.*`, `hosts`, `language`, `type`, `classes`, `day`, `fetchedAt`, `near`: what is searched, made
 * by the script from the URL that is shown.
 */

/** Hits past this cannot be asked for: a little more than the search pages serve. */
const FURTHEST = 10_200;

/** Only words that are ready come in, so both engines rank and find alike: nothing here is stemmed or folded. */
export const INDEX_BODY = {
  settings: {
    index: {
      number_of_shards: 1,
      max_result_window: FURTHEST,
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
        properties: {
          title: { type: 'text', analyzer: 'ready' },
          headings: { type: 'text', analyzer: 'ready' },
          text: { type: 'text', analyzer: 'ready' },
        },
      },
      hosts: { type: 'keyword' },
      language: { type: 'keyword' },
      type: { type: 'keyword' },
      classes: { type: 'keyword' },
      day: { type: 'keyword' },
      fetchedAt: { type: 'long' },
      near: { type: 'keyword', doc_values: false },
    },
  },
};

/** What a page says beside the text. */
type Said = Omit<SearchRecord, 'id' | 'url' | 'urls' | 'text'>;

export type UrlEntry = { first: number; at: number; live: boolean; saidAt?: number; said?: Said };

export type IndexDocument = {
  id: string;
  live?: boolean;
  shown?: string;
  text?: string;
  urls: Record<string, UrlEntry>;
};

/** First time of a URL that was never seen. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** One change as the script takes it. */
export function changeParams(change: RecordChange, analyze: (text: string, language: string) => string) {
  const seen = change.kind === 'seen';
  const common = { url: change.url, at: change.at, first: seen ? change.at : NEVER, live: seen };
  if (!seen || !change.record) return common;
  const { id: _id, url: _url, urls: _urls, text, ...said } = change.record;
  return {
    ...common,
    said,
    text,
    words: {
      title: analyze(said.title, said.language),
      headings: analyze(said.headings.join('\n'), said.language),
      text: analyze(text, said.language),
    },
    keys: {
      near: keysOf(said),
      hosts: hostKeys(said.host),
      classes: [...new Set(said.classes.flatMap(({ class: name }) => classKeys(name)))],
      ...(said.date !== null && { day: dayOf(said.date) }),
    },
  };
}

/** A name stands for all hosts below it, and for all their ports unless it names one. */
function hostKeys(host: string): string[] {
  const [name = '', port] = host.split(':');
  const labels = name.split('.');
  const names = labels.map((_, i) => labels.slice(i).join('.'));
  return port === undefined ? names : [...names, ...names.map((name) => `${name}:${port}`)];
}

/** A class stands for all below it: `a.b` is found as `a` too. */
function classKeys(name: string): string[] {
  const parts = name.split('.');
  return parts.map((_, i) => parts.slice(0, i + 1).join('.'));
}

/** `2020`, `2020-05` and times as a day, so that they compare as text. */
export function dayOf(date: string): string {
  return `${date}-01-01`.slice(0, 10);
}

/** @returns undefined for a document that has no live page. */
export function recordOf(document: IndexDocument): SearchRecord | undefined {
  const { id, shown, text, urls } = document;
  const said = shown === undefined ? undefined : urls[shown]?.said;
  if (!document.live || shown === undefined || !said) return undefined;
  const live = Object.entries(urls).filter(([, entry]) => entry.live);
  live.sort(([a, x], [b, y]) => x.first - y.first || a.length - b.length || (a < b ? -1 : 1));
  return {
    id,
    url: shown,
    urls: Object.fromEntries(live.map(([url, { at }]) => [url, at])),
    text: text ?? '',
    ...said,
  };
}
