/**
 * Models of topics in settings. A model may take megabytes, so the settings of a crawl hold the key of an object, and the content only
 * in memory.
 */
import type { Objects } from '../ports/objects.ts';
import type { Settings } from './settings.ts';

type Filter = Settings['topic']['filters'][number];

/** A topic filter that is a model. */
export type ModelSetting = Extract<Filter, { model: string }>;

/** Returns the key of a model. Equal models of all crawls share one object. */
async function keyOf(content: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(content));
  return `models/${Buffer.from(digest).toString('hex').slice(0, 32)}.model`;
}

/** Stores the models of settings as objects. @returns the settings with their keys instead of their contents */
export function storeModels(settings: Settings, objects: Pick<Objects, 'put'>): Promise<Settings> {
  return changeModels(settings, async ({ modelData, ...filter }) => {
    if (modelData === undefined) return filter;
    const content = Buffer.from(modelData, 'base64');
    const modelKey = await keyOf(content);
    await objects.put(modelKey, content);
    return { ...filter, modelKey };
  });
}

/**
 * Loads the stored models of settings, for `topicFiltersOf`.
 *
 * @throws if an object is missing
 */
export function loadModels(settings: Settings, objects: Pick<Objects, 'get'>): Promise<Settings> {
  return changeModels(settings, async (filter) => {
    if (filter.modelData !== undefined || filter.modelKey === undefined) return filter;
    const content = await objects.get(filter.modelKey);
    if (!content)
      throw new Error(
        `the object ${filter.modelKey} with the model ${filter.model} is missing; start the crawl again with its file`,
      );
    return { ...filter, modelData: Buffer.from(content).toString('base64') };
  });
}

async function changeModels(
  settings: Settings,
  change: (filter: ModelSetting) => Promise<ModelSetting>,
): Promise<Settings> {
  if (!settings.topic.filters.some((filter) => 'model' in filter)) return settings;
  const filters = await Promise.all(
    settings.topic.filters.map((filter) => ('model' in filter ? change(filter) : filter)),
  );
  return { ...settings, topic: { ...settings.topic, filters } };
}
