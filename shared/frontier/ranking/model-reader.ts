import type { Clock } from '../../ports/clock.ts';
import type { Objects } from '../../ports/objects.ts';
import type { ModelKind, SharedModel } from './shared-model.ts';
import { loadModel } from './stored-model.ts';

/** Gives visits the newest model of their crawl. One per process and crawl. */
export type ModelReader<Model> = {
  /** Returns the newest model. If the store fails or has none, the last one: that costs quality only. */
  current(): Promise<Model>;
  /** Adds what a thread of this process has observed (`LinkLearner`), which is not stored yet. */
  apply(delta: Uint8Array): void;
};

/**
 * @param readEveryMs minimum time between two looks for a newer version, milliseconds; infinite: the model is read once, and
 * `apply` brings the rest
 */
export function createModelReader<Model extends SharedModel>(
  crawl: string,
  { objects, clock }: { objects: Objects; clock: Pick<Clock, 'now'> },
  { start, decode }: ModelKind<Model>,
  readEveryMs: number,
): ModelReader<Model> {
  let model = start;
  let version = 0;
  let readAt: number | undefined;
  /** One read at a time: a slow one must not replace the model of a later one. */
  let reading: Promise<void> | undefined;
  /** Observed while the stored model is read. */
  let early: Uint8Array[] = [];

  const read = async () => {
    const stored = await loadModel(crawl, objects, decode, version).catch(() => undefined);
    if (stored?.model) {
      for (const delta of early) stored.model.applyDelta(delta);
      model = stored.model;
    }
    version = stored?.version ?? version;
    early = [];
    reading = undefined;
  };

  return {
    async current() {
      const now = clock.now();
      if (!reading && (readAt === undefined || now - readAt >= readEveryMs)) {
        readAt = now;
        reading = read();
      }
      await reading;
      return model;
    },
    apply(delta) {
      model.applyDelta(delta);
      if (reading) early.push(delta);
    },
  };
}
