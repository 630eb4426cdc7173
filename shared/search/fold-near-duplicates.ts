/**
 * Folds near-duplicates into one hit: the record that ranks best, or the canonical one of its group. A record joins the first
 * group whose best record is its near-duplicate, so the groups of the first records do not change as more are read. Similarity is
 * not transitive here: all members of a group are near-duplicates of its best record.
 */
import type { IndexQuery, SearchIndex, SearchRecord } from '../ports/search-index.ts';
import { hammingDistance } from './hamming-distance.ts';
import type { RankedHit } from './ranking/ranked-search.ts';

/** A hit with the records that are folded into it, best first. */
export type FoldedHit = RankedHit & { similar: SearchRecord[] };

/** A hit, its near-duplicates that rank below it, and its place in the ranking before any record was folded; 0: the first. */
export type HitGroup = { hit: RankedHit; similar: SearchRecord[]; place: number };

/** Maximum number of records that are compared with the hits of a page to list their near-duplicates. */
const MAX_COMPARED = 200;

/**
 * Adds the next record of a ranking to its group, or to a new one.
 *
 * @param bits maximum Hamming distance between the fingerprints of near-duplicates
 */
export function addToGroups(groups: HitGroup[], hit: RankedHit, place: number, bits: number): void {
  const group = groups.find((one) => isNear(one, hit.record, bits));
  if (group) group.similar.push(hit.record);
  else groups.push({ hit, similar: [], place });
}

const isNear = ({ hit }: HitGroup, { simhash }: SearchRecord, bits: number): boolean =>
  simhash !== undefined && hit.record.simhash !== undefined && hammingDistance(hit.record.simhash, simhash) <= bits;

/**
 * Adds near-duplicates that rank too low to have been read. A query finds records that share a fingerprint key with the hits of
 * the page.
 *
 * @param groups all groups down to the page
 * @param page the groups that are shown
 * @param isNew whether a record is not in a group yet and may be shown
 */
export async function addLowerRanked(
  groups: readonly HitGroup[],
  page: readonly HitGroup[],
  { crawl, query, bits }: { crawl: string; query: IndexQuery; bits: number },
  index: Pick<SearchIndex, 'search'>,
  isNew: (record: SearchRecord) => boolean,
): Promise<void> {
  const near = [...new Set(page.flatMap(({ hit }) => hit.record.simhash ?? []))];
  if (near.length === 0) return;
  const size = Math.min(MAX_COMPARED, 50 + 2 * page.length);
  const { hits } = await index.search(crawl, { ...query, near, from: 0, size });
  for (const { record } of hits) {
    const group = isNew(record) ? groups.find((one) => isNear(one, record, bits)) : undefined;
    if (group) group.similar.push(record);
  }
}

/**
 * Returns the hit of a group with the canonical record instead of the best-ranked one. A canonical URL outside the group is
 * ignored.
 */
export async function foldedHit(
  { hit, similar }: HitGroup,
  crawl: string,
  index: Pick<SearchIndex, 'get'>,
): Promise<FoldedHit> {
  const first = hit.record;
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
