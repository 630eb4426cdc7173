/**
 * Records whose texts are nearly the same are shown as one hit: the one that ranks best, or the one that it names as its
 * canonical address. Which it is follows from the question alone and not from the page that is asked for, since whoever is
 * near matches the question about as well: the engine is asked once more for those that share a key with the hits of the
 * page, and answers in the same order.
 */
import type { IndexHits, IndexQuery, SearchIndex, SearchRecord } from '../ports/search-index.ts';
import { bitsApart } from './bits-apart.ts';

type Hit = IndexHits['hits'][number];

/** `similar`: records that it stands for, best first; `text` is empty in them. */
export type FoldedHit = Hit & { similar: SearchRecord[] };

/** Records that are compared with those of a page; of more, those that rank best. */
const MOST_COMPARED = 200;

/**
 * @param hits of one page. @param bits two texts are nearly the same when their fingerprints differ in so many or fewer.
 * @param isShown records that may be shown at all.
 * @returns those that nothing better stands for, in their order.
 */
export async function foldNear(
  hits: readonly Hit[],
  { crawl, query, bits }: { crawl: string; query: IndexQuery; bits: number },
  index: Pick<SearchIndex, 'search' | 'get'>,
  isShown: (record: SearchRecord) => boolean,
): Promise<FoldedHit[]> {
  const near = hits.flatMap(({ record }) => record.simhash ?? []);
  if (near.length === 0) return hits.map((hit) => ({ ...hit, similar: [] }));
  const asked = { ...query, near: [...new Set(near)], from: 0, size: Math.min(MOST_COMPARED, 50 + 2 * hits.length) };
  const found = (await index.search(crawl, asked)).hits.filter(({ record }) => isShown(record));
  const groups = groupsOf(found, bits);
  const ranked = new Set(found.map(({ record }) => record.id));
  const shown: FoldedHit[] = [];
  for (const hit of hits) {
    const { id, simhash } = hit.record;
    const own = groups.find(({ first }) => first.id === id);
    if (own) shown.push(await underCanonical(hit, own, crawl, index));
    // What came too late to be compared still is behind all that were.
    else if (!ranked.has(id) && !groups.some(({ first }) => isNear(first.simhash, simhash, bits)))
      shown.push({ ...hit, similar: [] });
  }
  return shown;
}

type Group = { first: SearchRecord; similar: SearchRecord[] };

/** Each record joins the first that it is near to, so that nobody is led away from what is shown step by step. */
function groupsOf(ranked: readonly Hit[], bits: number): Group[] {
  const groups: Group[] = [];
  for (const { record } of ranked) {
    const group = groups.find(({ first }) => isNear(first.simhash, record.simhash, bits));
    if (group) group.similar.push(record);
    else groups.push({ first: record, similar: [] });
  }
  return groups;
}

function isNear(one: string | undefined, other: string | undefined, bits: number): boolean {
  return one !== undefined && other !== undefined && bitsApart(one, other) <= bits;
}

/** A canonical address is believed when it has nearly the same text; pages that name each other in a circle are not. */
async function underCanonical(
  hit: Hit,
  { first, similar }: Group,
  crawl: string,
  index: Pick<SearchIndex, 'get'>,
): Promise<FoldedHit> {
  const chosen = canonicalOf(first, similar);
  const record = chosen === first ? undefined : await index.get(crawl, chosen.id);
  if (!record) return { ...hit, similar };
  return { record, score: hit.score, similar: [first, ...similar].filter(({ id }) => id !== record.id) };
}

function canonicalOf(first: SearchRecord, similar: readonly SearchRecord[]): SearchRecord {
  const passed = new Set([first]);
  for (let at = first; ; ) {
    const named = at.canonical;
    const next =
      named === undefined || named in at.urls ? undefined : [first, ...similar].find(({ urls }) => named in urls);
    if (!next) return at;
    if (passed.has(next)) return first;
    passed.add(next);
    at = next;
  }
}
