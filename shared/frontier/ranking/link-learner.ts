import type { LinkModel } from '../../focus/link-model.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Objects } from '../../ports/objects.ts';
import { saveModel } from './save-model.ts';
import type { ModelKind, SharedModel } from './shared-model.ts';
import { loadModel } from './stored-model.ts';

/** Learns from judged pages which links are worth a fetch, and merges it into the stored model. One per process and crawl. */
export type LinkLearner<Model extends SharedModel = LinkModel> = {
  /** The current model: the stored one and what this process has learned since. */
  model(): Model;
  observe(page: Parameters<Model['observe']>[0]): ReturnType<Model['observe']>;
  /** Loads the stored model, once. A failure of the store costs quality only. */
  load(): Promise<void>;
  /**
   * Passes on what was observed since the last call, and merges it into the stored model if the last merge is long enough ago.
   *
   * @param now merges at once, because the process ends
   * @returns false if the store failed. What was observed waits for the next call.
   */
  share(now?: boolean): Promise<boolean>;
};

export type LearnerOptions<Model extends SharedModel> = {
  kind: ModelKind<Model>;
  /** Minimum time between two merges into the stored model. Milliseconds. */
  saveEveryMs: number;
  /** Receives what was observed, for other threads of the process. Absent: the stored model is the only way. */
  onDelta?: ((delta: Uint8Array) => void) | undefined;
};

/** Maximum number of attempts to store a version while other writers store theirs. */
const MAX_ATTEMPTS = 5;
/** Maximum number of unsaved deltas during an outage of the store; the oldest are dropped. */
const MAX_UNSAVED = 1_000;

/** Creates a learner with an empty model. The stored model of the crawl counts after `load`. */
export function createLinkLearner<Model extends SharedModel>(
  crawl: string,
  { objects, clock }: { objects: Objects; clock: Clock },
  { kind: { start, decode }, saveEveryMs, onDelta }: LearnerOptions<Model>,
): LinkLearner<Model> {
  let model = start;
  let version = 0;
  let loaded: Promise<void> | undefined;
  let hasObserved = false;
  let unsaved: Uint8Array[] = [];
  let savedAt = clock.now();
  let saving: Promise<boolean> | undefined;

  const load = async () => {
    const stored = await loadModel(crawl, objects, decode).catch(() => undefined);
    if (!stored) return;
    version = stored.version;
    if (stored.model) model = stored.model;
  };

  const collect = () => {
    if (!hasObserved) return;
    hasObserved = false;
    const delta = model.takeDelta();
    unsaved = [...unsaved, delta].slice(-MAX_UNSAVED);
    onDelta?.(delta);
  };

  const save = async (): Promise<boolean> => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const stored = await loadModel(crawl, objects, decode, version);
      collect();
      if (stored.version !== version && stored.model) {
        for (const delta of unsaved) stored.model.applyDelta(delta);
        model = stored.model;
      }
      version = stored.version;
      const saved = unsaved.length;
      if (!(await saveModel(crawl, objects, { version: version + 1, model }))) continue;
      version++;
      unsaved = unsaved.slice(saved);
      return true;
    }
    return false;
  };

  return {
    model: () => model,
    observe(page) {
      hasObserved = true;
      return model.observe(page as never) as ReturnType<Model['observe']>;
    },
    load() {
      loaded ??= load();
      return loaded;
    },
    async share(now = false) {
      collect();
      if (unsaved.length === 0 || (!now && clock.now() - savedAt < saveEveryMs)) return true;
      savedAt = clock.now();
      saving ??= save()
        .catch(() => false)
        .finally(() => {
          saving = undefined;
        });
      return saving;
    },
  };
}
