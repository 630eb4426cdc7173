/**
 * Folds near-duplicates into one hit: the record that the engine ranks best, or the canonical one of its group. The choice depends
 * only on the query, not on the page of results: a second query finds all records that share a fingerprint key with the hits of the
 * page. It has the order of the engine, not that of the scorer (`ranking/`), so the record that is scored best may be folded.
 */
import type { IndexHits, IndexQuery, SearchIndex, SearchRecord } from '../ports/search-index.ts';
import { hammingDistance } from './hamming-distance.ts';

type Hit = IndexHits['hits'][number];

/** A hit with the records that are folded into it, best first. Their `text` is empty. */
export type FoldedHit<Ranked extends Hit = Hit> = Ranked & { similar: SearchRecord[] };

/** Maximum number of records that are compared with the hits of a page. Records with a lower rank are not folded. */
const MAX_COMPARED = 200;

/**
 * Folds the hits of one page.
 *
 * @param bits maximum Hamming distance between the fingerprints of near-duplicates
 * @param isShown whether a record may be shown at all
 * @returns the hits that are not folded into a better one, in their order
 */
export async function foldNearDuplicates<Ranked extends Hit>(
  hits: readonly Ranked[],
  { crawl, query, bits }: { crawl: string; query: IndexQuery; bits: number },
  index: Pick<SearchIndex, 'search' | 'get'>,
  isShown: (record: SearchRecord) => boolean,
): Promise<FoldedHit<Ranked>[]> {
  const fingerprints = hits.flatMap(({ record }) => record.simhash ?? []);
  if (fingerprints.length === 0) return hits.map((hit) => ({ ...hit, similar: [] }));
  const near = [...new Set(fingerprints)];
  const size = Math.min(MAX_COMPARED, 50 + 2 * hits.length);
  const found = (await index.search(crawl, { ...query, near, from: 0, size })).hits;
  const candidates = found.filter(({ record }) => isShown(record));
  const groups = groupNearDuplicates(candidates, bits);
  const ranked = new Set(candidates.map(({ record }) => record.id));
  const shown: FoldedHit<Ranked>[] = [];
  for (const hit of hits) {
    const { id, simhash } = hit.record;
    const group = groups.find(({ first }) => first.id === id);
    if (group) shown.push(await showCanonical(hit, group, crawl, index));
    // A hit that is not among the compared records ranks behind all of them. It is shown unless a group contains its like.
    else if (!ranked.has(id) && !groups.some(({ first }) => isNear(first.simhash, simhash, bits)))
      shown.push({ ...hit, similar: [] });
  }
  return shown;
}

type Group = { first: SearchRecord; similar: SearchRecord[] };

/**
 * Groups records. Each record joins the first group whose first record is its near-duplicate. Similarity is not transitive here:
 * all members are near-duplicates of the first record.
 */
function groupNearDuplicates(ranked: readonly Hit[], bits: number): Group[] {
  const groups: Group[] = [];
  for (const { record } of ranked) {
    const group = groups.find(({ first }) => isNear(first.simhash, record.simhash, bits));
    if (group) group.similar.push(record);
    else groups.push({ first: record, similar: [] });
  }
  return groups;
}

function isNear(one: string | undefined, other: string | undefined, bits: number): boolean {
  return one !== undefined && other !== undefined && hammingDistance(one, other) <= bits;
}

/**
 * Returns the hit with the canonical record of its group instead of the best-ranked one. A canonical URL outside the group is
 * ignored.
 */
async function showCanonical<Ranked extends Hit>(
  hit: Ranked,
  { first, similar }: Group,
  crawl: string,
  index: Pick<SearchIndex, 'get'>,
): Promise<FoldedHit<Ranked>> {
  const chosen = resolveCanonical(first, similar);
  const record = chosen === first ? undefined : await index.get(crawl, chosen.id);
  if (!record) return { ...hit, similar };
  return { ...hit, record, similar: [first, ...similar].filter(({ id }) => id !== record.id) };
}

/** Follows canonical URLs from the first record within its group. Returns the first record if the URLs form a cycle. */
function resolveCanonical(first: SearchRecord, similar: readonly SearchRecord[]): SearchRecord {
  const visited = new Set([first]);
  for (let current = first; ; ) {
    const canonicalUrl = current.canonical;
    const next =
      canonicalUrl === undefined || canonicalUrl in current.urls
        ? undefined
        : [first, ...similar].find(({ urls }) => canonicalUrl in urls);
    if (!next) return current;
    if (visited.has(next)) return first;
    visited.add(next);
    current = next;
  }
}
