import { LOCATION_WEIGHTS } from '../../classify/terms/topic-terms.ts';
import { CindiSchema } from '../learning/cindi.ts';
import type { Settings } from '../settings.ts';

/** Explains valid settings of a topic that have no effect, each with its key. Empty: there are none. */
export function unusedTopicSettings({
  topic,
  strategy,
  cindi,
  vocabularies,
  metadata,
  extract,
}: Pick<Settings, 'topic' | 'strategy' | 'cindi' | 'vocabularies' | 'metadata' | 'extract'>): string[] {
  const { filters, follow } = topic;
  const last = filters.findIndex((one) => 'metadata' in one && one.action === 'accept' && one.follow === 'all');
  const found: string[] = [];
  if (filters.length === 0 && follow === 'relevant')
    found.push('topic.follow: has no effect without topic.filters: every page is relevant');
  if (last >= 0 && last < filters.length - 1)
    found.push(
      `topic.filters.${last + 1}: is never consulted, nor are those after it: metadata rules with \`follow: all\` decide about every page`,
    );
  for (const [i, filter] of filters.entries())
    if ('terms' in filter && filter.algorithm === 2 && hasOwnWeights(filter.weights))
      found.push(
        `topic.filters.${i}.weights: has no effect: algorithm 2 reads title, metadata and text as one text, without weights`,
      );
  if (strategy !== 'cindi' && JSON.stringify(cindi) !== JSON.stringify(CindiSchema.parse({})))
    found.push('cindi: has no effect on a crawl without `strategy: cindi`');
  const fields = fieldNames({ metadata, extract });
  for (const field of Object.keys(vocabularies))
    if (!fields.has(field))
      found.push(
        `vocabularies.${field}: has no effect: no field has this name; there are ${[...fields].sort().join(', ')}`,
      );
  return found;
}

/** Returns the names of the fields that documents of a crawl can have. */
function fieldNames({ metadata, extract }: Pick<Settings, 'metadata' | 'extract'>): Set<string> {
  return new Set([
    'keywords',
    ...metadata.fields.map(({ field }) => field),
    ...extract.rules.flatMap(({ fields, items }) => [...Object.keys(fields), ...Object.keys(items?.fields ?? {})]),
  ]);
}

const hasOwnWeights = (weights: typeof LOCATION_WEIGHTS): boolean =>
  Object.entries(LOCATION_WEIGHTS).some(([place, weight]) => weights[place as keyof typeof weights] !== weight);
