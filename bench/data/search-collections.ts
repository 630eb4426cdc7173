import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/*
 * Derives collections with queries and judgements for `bench/search/quality.ts` from graph pages and messages:
 * `node bench/data/search-collections.ts OUT MESSAGES.jsonl.gz ARTICLES.jsonl.gz PAGES.jsonl.gz`. Rows as `bench/focus/strategies.ts` reads
 * them. Writes three folders: `threads` (query: the subject of a thread; relevant: its messages, whose subjects are left out),
 * `categories` (query: the name of a category; relevant: its articles) and `anchors` (query: the anchor text of links;
 * relevant: the pages that they lead to).
 */

type Row = { id?: string; url?: string; title?: string; text?: string; html?: string; label?: string; links?: Link[] };
type Article = Row & { categories?: (string | string[])[] };
type Link = { url: string; anchor: string };
type Doc = { id: string; title: string; text: string };

/** A query with more relevant documents is too vague to be judged this way. */
const MAX_RELEVANT = 60;
const MAX_TEXT = 20_000;
/** Share of the queries that are kept, so that a run takes seconds. */
const KEPT_THREADS = 0.5;
const KEPT_ANCHORS = 300;

const [out = '', ...files] = process.argv.slice(2);
if (files.length !== 3) {
  process.stderr.write('usage: node bench/data/search-collections.ts OUT MESSAGES ARTICLES PAGES\n');
  process.exit(1);
}
const [messages, articles, pages] = files.map((file) =>
  gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Article),
) as [Row[], Article[], Row[]];

let state = 1;
function random(): number {
  state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
  return state / 0x7fffffff;
}

threads();
categories();
anchors();

function threads(): void {
  const subjectOf = ({ title = '' }: Row) =>
    title
      .replace(/^(\s*(re|fwd?|was)\s*[:\]]\s*)+/i, '')
      .trim()
      .toLowerCase();
  const byThread = Map.groupBy(messages, (row) => `${row.label}|${subjectOf(row)}`);
  const queries = [...byThread]
    .map(([key, rows]) => ({ text: key.slice(key.indexOf('|') + 1), ids: rows.map(({ id = '' }) => id) }))
    .filter(({ text, ids }) => ids.length >= 3 && ids.length <= 40 && text.includes(' ') && random() <= KEPT_THREADS);
  write(
    'threads',
    messages.map(({ id = '', text = '' }) => ({ id, title: '', text })),
    queries,
  );
}

function categories(): void {
  const byCategory = new Map<string, Set<string>>();
  for (const { url = '', categories: paths = [] } of articles)
    for (const path of paths) {
      const name = (Array.isArray(path) ? path : path.split(/[./]/)).at(-1)!.replaceAll('_', ' ');
      byCategory.set(name, (byCategory.get(name) ?? new Set()).add(url));
    }
  const queries = [...byCategory]
    .map(([text, ids]) => ({ text, ids: [...ids] }))
    .filter(({ ids }) => ids.length >= 3 && ids.length <= MAX_RELEVANT);
  write('categories', articles.map(docOf), queries);
}

function anchors(): void {
  const known = new Set(pages.map(({ url }) => url));
  const byText = new Map<string, Set<string>>();
  for (const { url, links = [] } of pages)
    for (const link of links) {
      const text = link.anchor.replace(/\s+/g, ' ').trim().toLowerCase();
      const isVague = !text.includes(' ') || text.length > 100 || /click|here|home page$|back to|^return/.test(text);
      if (!isVague && link.url !== url && known.has(link.url))
        byText.set(text, (byText.get(text) ?? new Set()).add(link.url));
    }
  const all = [...byText].map(([text, ids]) => ({ text, ids: [...ids] })).filter(({ ids }) => ids.length <= 3);
  write(
    'anchors',
    pages.map(docOf),
    all.filter(() => random() <= KEPT_ANCHORS / all.length),
  );
}

function docOf({ url = '', title = '', text, html = '' }: Row): Doc {
  const plain = html
    .replace(/<script[\s\S]*?<\/script>|<title>[\s\S]*?<\/title>|<[^>]+>|&nbsp;/gi, ' ')
    .replaceAll('&amp;', '&');
  return { id: url, title, text: (text ?? plain).slice(0, MAX_TEXT) };
}

function write(name: string, docs: readonly Doc[], queries: readonly { text: string; ids: string[] }[]): void {
  const folder = join(out, name);
  mkdirSync(folder, { recursive: true });
  const save = (file: string, lines: readonly string[]) => writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
  save(
    'docs.jsonl',
    docs.map((doc) => JSON.stringify(doc)),
  );
  save(
    'queries.jsonl',
    queries.map(({ text }, i) => JSON.stringify({ id: `${i + 1}`, text })),
  );
  save(
    'qrels.tsv',
    queries.flatMap(({ ids }, i) => ids.map((id) => `${i + 1}\t${id}\t1`)),
  );
  save('meta.json', ['{"lang":"en"}']);
  process.stdout.write(`${JSON.stringify({ collection: name, documents: docs.length, queries: queries.length })}\n`);
}
