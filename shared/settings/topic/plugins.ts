/** Plug-ins of topics in settings. The settings name their files; the functions are only in memory. */
import type { ClassifyFunction } from '../../classify/filters/plugin.ts';
import type { Settings } from '../settings.ts';

/** Loads the function of a plug-in. @throws if the module or its function is missing */
export type LoadClassify = (file: string, timeoutMs: number) => Promise<ClassifyFunction>;

/**
 * Loads the plug-ins of a topic, for `topicFiltersOf`.
 *
 * @param load may return undefined for a plug-in that cannot be loaded. The settings can then be used for all but judging
 */
export async function loadTopicPlugins(
  settings: Settings,
  load: (...given: Parameters<LoadClassify>) => Promise<ClassifyFunction | undefined>,
): Promise<Settings> {
  if (pluginFiles(settings).length === 0) return settings;
  const filters = await Promise.all(
    settings.topic.filters.map(async (filter) => {
      if (!('plugin' in filter)) return filter;
      const classify = await load(filter.plugin, filter.timeoutMs);
      return { ...filter, ...(classify && { classify }) };
    }),
  );
  return { ...settings, topic: { ...settings.topic, filters } };
}

/** Returns the files of the plug-ins of a topic. */
export function pluginFiles({ topic }: Pick<Settings, 'topic'>): string[] {
  return topic.filters.flatMap((filter) => ('plugin' in filter ? [filter.plugin] : []));
}
