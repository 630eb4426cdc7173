import type { IndexQuery, SearchIndex, SearchRecord } from '../ports/search-index.ts';
import type { SearchAnswer, SearchHit, SearchRequest } from './answer.ts';
import { type FoldedHit, foldNear } from './fold-near.ts';
import { otherFormats } from './other-formats.ts';
import { hostIn, parseWebQuery, wordsOfQuestion } from './query.ts';
import { snippetOf } from './snippet.ts';

export type SearchOptions = {
  /** Languages (ISO 639-1) that questions are taken to be in when they name none. */
  languages?: readonly string[];
  /** Records whose publisher wants them gone by now are left out; absent: none are. Epoch ms. */
  nowMs?: number;
  /** Records whose fingerprints differ in so many bits or fewer are one hit; absent or null: each is one of its own. */
  nearBits?: number | null;
};

const USUAL_LANGUAGES = ['en'];
const USUAL_SIZE = 10;
const LARGEST_SIZE = 100;

/** Pages past this are not served: nobody reads them, and each costs as much as all before it. */
const FURTHEST = 10_000;

/** Answers a question in the simple web syntax. No question is an error; numbers out of bounds are moved into them. */
export async function search(
  request: SearchRequest,
  ports: { index: SearchIndex },
  options: SearchOptions = {},
): Promise<SearchAnswer> {
  const query = toIndexQuery(request, options);
  const { hits, total, passed } = await pageOf(request.crawl, query, ports.index, options);
  const next = query.from + passed;
  const shown = hits.map(({ record }) => record.url);
  const formats = await otherFormats(request.crawl, shown, ports.index, (record) => isAvailable(record, options.nowMs));
  return {
    query: request.q,
    total: total - (passed - hits.length),
    from: query.from,
    hits: listsBehind(hits).map((hit) => hitOf(hit, query.words.flat(), formats(hit.record.url))),
    facets: {},
    next: passed > 0 && next < total && next <= FURTHEST ? next : null,
  };
}

/** A list has the words of all that it leads to, and more of them to the line than any page that is about them. */
const LIST = 0.6;

/** What is asked for stands before lists of links to it, among the hits that are shown together. */
function listsBehind(hits: readonly FoldedHit[]): FoldedHit[] {
  const weighed = hits.map((hit) => (hit.record.genre === 'listing' ? { ...hit, score: hit.score * LIST } : hit));
  return weighed.sort((a, b) => b.score - a.score);
}

/** A page is filled up for what is left out of it, so often at most. */
const MOST_ROUNDS = 3;

/** @returns `passed`: records that were looked at, whether they are shown or not. */
async function pageOf(
  crawl: string,
  query: IndexQuery,
  index: SearchIndex,
  { nowMs, nearBits: bits }: SearchOptions,
): Promise<{ hits: FoldedHit[]; total: number; passed: number }> {
  const isShown = (record: SearchRecord) => isAvailable(record, nowMs);
  const hits: FoldedHit[] = [];
  let passed = 0;
  for (let round = 1; ; round++) {
    const from = query.from + passed;
    const found = await index.search(crawl, { ...query, from, size: query.size - hits.length });
    const available = found.hits.filter(({ record }) => isShown(record));
    const folded =
      typeof bits === 'number'
        ? await foldNear(available, { crawl, query, bits }, index, isShown)
        : available.map((hit) => ({ ...hit, similar: [] }));
    hits.push(...folded);
    passed += found.hits.length;
    const isEnd = found.hits.length === 0 || query.from + passed >= Math.min(found.total, FURTHEST);
    if (hits.length >= query.size || isEnd || round === MOST_ROUNDS) return { hits, total: found.total, passed };
  }
}

/** What the index is asked. What the request says for itself counts more than what its text says. */
export function toIndexQuery(request: SearchRequest, { languages = USUAL_LANGUAGES }: SearchOptions): IndexQuery {
  const { text, filters: written } = parseWebQuery(request.q);
  const asked = {
    host: request.site && hostIn(request.site),
    language: request.language,
    type: request.type,
    class: request.class,
    after: request.after,
    before: request.before,
  };
  const filters = { ...written, ...withoutNothing(asked) };
  const spoken = filters.language === undefined ? languages : [filters.language];
  return {
    words: wordsOfQuestion(text, spoken),
    filters: withoutNothing(filters),
    from: whole(request.from, 0, 0, FURTHEST),
    size: whole(request.size, USUAL_SIZE, 1, LARGEST_SIZE),
  };
}

/** Without what is not given or empty. */
function withoutNothing(filters: Record<keyof IndexQuery['filters'], string | undefined> | IndexQuery['filters']) {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as IndexQuery['filters'];
}

function whole(value: number | undefined, usual: number, least: number, most: number): number {
  if (value === undefined || Number.isNaN(value)) return usual;
  return Math.min(Math.max(Math.trunc(value), least), most);
}

/** @param nowMs absent: nobody asks. */
function isAvailable({ unavailableAfter }: SearchRecord, nowMs: number | undefined): boolean {
  return unavailableAfter === undefined || nowMs === undefined || nowMs < unavailableAfter;
}

function hitOf({ record, score, similar }: FoldedHit, words: readonly string[], formats: string[]): SearchHit {
  // Whoever asks for no snippet is found all the same, and shown by title and address.
  const isShown = record.wishes?.includes('nosnippet') !== true;
  const inText = snippetOf(isShown ? record.text : '', record.language, words);
  // Found by its title alone: what the page says of itself tells more than how its text happens to begin.
  const described = isShown && inText.marks.length === 0 && record.description !== '';
  const { snippet, marks } = described ? snippetOf(record.description, record.language, words) : inText;
  return {
    id: record.id,
    url: record.url,
    urls: Object.keys(record.urls),
    title: record.title,
    snippet,
    marks,
    score,
    host: record.host,
    language: record.language,
    type: record.type,
    date: record.date,
    classes: record.classes,
    numRefBy: Object.keys(record.urls).length,
    ...(formats.length > 0 && { otherFormats: formats }),
    ...(record.genre !== undefined && { genre: record.genre }),
    ...(record.about !== undefined && { about: record.about }),
    ...(record.fields !== undefined && { fields: record.fields }),
    ...(similar.length > 0 && { similar: similar.map(({ id, url, title }) => ({ id, url, title })) }),
  };
}
