import type { Fault } from '../faults.ts';
import type { Settings } from '../settings.ts';
import { isFilterLoaded } from '../topic/filters.ts';
import { isSeedSource } from './web-list.ts';

/**
 * Returns the keys of settings whose files or sources are not read into the settings yet. The reader of these settings may be another
 * machine, or must not read files that a client names.
 */
export function unreadKeys({ seeds, topic, targets }: Pick<Settings, 'seeds' | 'topic' | 'targets'>): Fault['path'][] {
  return [
    ...seeds.flatMap((seed, i) => (isSeedSource(seed) ? [['seeds', i]] : [])),
    ...topic.filters.flatMap((filter, i) => (isFilterLoaded(filter) ? [] : [['topic', 'filters', i]])),
    ...(Array.isArray(targets) ? [] : [['targets']]),
  ];
}
