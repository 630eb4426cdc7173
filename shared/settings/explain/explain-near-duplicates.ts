import { type ExplainedStep, explainStep } from '../../frontier/explain/explain-step.ts';
import type { SearchIndex, SearchRecord } from '../../ports/search-index.ts';
import { hammingDistance } from '../../search/hamming-distance.ts';
import type { Settings } from '../settings.ts';

/** Maximum number of records that are compared with the explained one. */
const MAX_COMPARED = 200;
/** Maximum number of near-duplicates that are named. */
const MAX_NAMED = 5;

/**
 * Names the near-duplicates of a record. A search shows one of them as a hit and lists the others with it.
 *
 * @param record absent: the URL has none
 * @param now current time, epoch milliseconds; records that have expired are shown nowhere. Absent: none has
 */
export async function nearDuplicateSteps(
  { crawl, duplicates }: Settings,
  record: SearchRecord | undefined,
  index: Pick<SearchIndex, 'search'>,
  now = Number.NEGATIVE_INFINITY,
): Promise<ExplainedStep[]> {
  const { nearBits } = duplicates;
  const simhash = record?.simhash;
  if (!record || simhash === undefined || nearBits === null) return [];
  const { hits } = await index.search(crawl, { words: [], filters: {}, near: [simhash], from: 0, size: MAX_COMPARED });
  const near = hits.flatMap(({ record: other }) => {
    if (other.id === record.id || other.simhash === undefined || now >= (other.unavailableAfter ?? Infinity)) return [];
    const bits = hammingDistance(simhash, other.simhash);
    return bits <= nearBits ? [{ bits, url: other.url }] : [];
  });
  if (near.length === 0) return [];
  const named = near.sort((a, b) => a.bits - b.bits).slice(0, MAX_NAMED);
  const more = near.length > MAX_NAMED ? ` and ${near.length - MAX_NAMED} more` : '';
  const texts = named.map(({ bits, url }, i) => `${url} (${i === 0 ? `${bits} of 64 bits differ` : bits})`).join(' ');
  const detail = `near-duplicates: ${texts}${more}; a search shows the best of them and lists the others with it (duplicates.nearBits: ${nearBits})`;
  return [explainStep('duplicates', 'shared', detail)];
}
