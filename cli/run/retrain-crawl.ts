import { readCrawlExamples, TRAINING_PAGES } from '../../shared/classify/judgements/crawl-examples.ts';
import { readVerdicts } from '../../shared/classify/judgements/judgement-store.ts';
import { retrainModel } from '../../shared/classify/judgements/retrain-model.ts';
import type { Control } from '../../shared/ports/control.ts';
import { retrainingAlgorithm } from '../../shared/settings/learning/retraining.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { compileTopic } from '../../shared/settings/topic/compile-topic.ts';
import { loadModels, type ModelSetting, storeModels } from '../../shared/settings/topic-models.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { changeSettings } from './change-settings.ts';
import { loadStoredSettings } from './crawl-settings.ts';
import type { Stores } from './wiring.ts';

/** Trains the models of crawls again while they run. One per process. */
export type Retrainer = {
  /** Trains the model of a crawl again if enough pages were judged. @returns what happened, for the user; undefined: nothing */
  trainIfDue(crawl: string): Promise<string | undefined>;
};

export function createRetrainer(stores: Stores, validKey?: string): Retrainer {
  /** Number of judged pages at the last attempt of this process, by crawl. */
  const attemptedAt = new Map<string, number>();
  /** Keys of settings in which no model is trained again. */
  const without = new Set<string>();
  return {
    async trainIfDue(crawl) {
      const control = await stores.control.get(crawl);
      if (!control || without.has(control.settingsKey)) return undefined;
      const judged = judgedPages(control);
      const { key, settings } = await loadStoredSettings(crawl, stores, validKey);
      const at = settings.topic.filters.findIndex((one) => 'model' in one && one.retrainPages !== undefined);
      if (at < 0) {
        without.add(key);
        return undefined;
      }
      const filter = settings.topic.filters[at] as ModelSetting;
      const last = Math.max(filter.retrained?.pages ?? 0, attemptedAt.get(crawl) ?? 0);
      if (judged - last < filter.retrainPages!) return undefined;
      attemptedAt.set(crawl, judged);
      const message = await retrain({ control, settings, at, filter, judged }, stores);
      return `${filter.model}: ${message}`;
    },
  };
}

type Due = { control: Control; settings: Settings; at: number; filter: ModelSetting; judged: number };

async function retrain({ control, settings, at, filter, judged }: Due, stores: Stores): Promise<string> {
  const { objects, clock } = stores;
  const { crawl, createdAt } = control;
  const given = filter.retrained?.from ?? filter.modelKey!;
  const [current, first] = [await objects.get(filter.modelKey!), await objects.get(given)];
  if (!current || !first) return 'not trained again: the stored model is missing';
  const judge = compileTopic(await loadModels(settings, objects));
  const ports = { objects, createdAt, now: clock.now() };
  const { examples } = await readCrawlExamples(crawl, judge, await readVerdicts(crawl, objects), ports, TRAINING_PAGES);
  const { model: file, cutOff } = filter;
  const relevant = control.counts['verdict.relevant'] ?? 0;
  const algorithm = retrainingAlgorithm(settings, { relevant, other: judged - relevant });
  const trained = retrainModel(examples, { current, given: first, file, cutOff, algorithm });
  if ('refused' in trained) return `not trained again: ${trained.refused}`;

  const modelData = Buffer.from(trained.model).toString('base64');
  const changed: ModelSetting = { ...filter, modelData, retrained: { from: given, pages: judged } };
  // Imported when it is needed: it validates settings, by schemas that take megabytes.
  const { noteChangedSettings } = await import('./note-changed-settings.ts');
  const isStored = await changeSettings(crawl, stores, async (stored) => {
    const { topic } = stored.settings;
    const now = topic.filters[at];
    // Added seeds leave the topic as it was. A model that took the place of this one must not be replaced.
    if (!(now && 'model' in now && now.modelKey === filter.modelKey)) return { result: false };
    const filters = topic.filters.with(at, changed);
    const after = await storeModels({ ...stored.settings, topic: { ...topic, filters } }, objects);
    await noteChangedSettings(stored, after, stores);
    return { after, result: true };
  });
  if (!isStored) return 'not trained again: the settings have changed meanwhile';
  const as = algorithm === undefined ? '' : ` as ${algorithm}`;
  return `trained again${as} with ${formatNoun(trained.documents, 'page')} of the crawl (accuracy in cross-validation ${Math.round(1000 * trained.accuracy) / 10} %)`;
}

function judgedPages({ counts }: Control): number {
  return Object.entries(counts).reduce((sum, [name, count]) => (name.startsWith('verdict.') ? sum + count : sum), 0);
}
