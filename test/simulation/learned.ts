import { compileFilters } from '../../shared/classify/judge.ts';
import type { LearnedRanking } from '../../shared/fetch/visit-options.ts';
import { createLinkModel } from '../../shared/focus/link-model.ts';
import { createLinkLearner, type LinkLearner } from '../../shared/frontier/ranking/link-learner.ts';
import { createModelReader } from '../../shared/frontier/ranking/model-reader.ts';
import { linkModels } from '../../shared/frontier/ranking/shared-model.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import { ObjectExistsError, type Objects } from '../../shared/ports/objects.ts';
import { PlannedFault } from './worker.ts';
import type { World } from './world.ts';

/** A topic that accepts every page of the web. */
export const TOPIC = compileFilters([{ sitesOk: ['test'] }]);

/** Number of times that a link with further evidence is offered. */
export const MAX_OFFERS = 3;

/** How many times of ten a call on the stored model goes wrong in a certain way. */
const WRONG_OF_TEN = 1;

/** Visits that read the newest model each time, in as many pieces as possible. */
export function learnedVisits(crawl: string, world: World, objects: Objects, clock: Clock): LearnedRanking {
  const { current } = createModelReader(
    crawl,
    { objects: wrongAtTimes(world, objects), clock },
    linkModels(createLinkModel()),
    0,
  );
  return { model: current, maxRanked: 3, pagesPerRank: 1 };
}

/** A learner that outlives the worker that creates it. */
export function simulatedLearner(crawl: string, world: World, objects: Objects, clock: Clock): LinkLearner {
  const ports = { objects: wrongAtTimes(world, objects), clock };
  return createLinkLearner(crawl, ports, { kind: linkModels(createLinkModel()), saveEveryMs: 20_000 });
}

/** Objects that are unreachable, lost, damaged, seen late or written by another process at the same time. */
function wrongAtTimes(world: World, objects: Objects): Objects {
  const isWrong = () => world.random() * 10 < WRONG_OF_TEN;
  const mayFail = () => {
    if (isWrong()) throw new PlannedFault('models');
  };
  return {
    async put(key, bytes, options) {
      mayFail();
      if (isWrong()) throw new ObjectExistsError(key);
      // The response is lost: the next attempt finds its own object.
      await objects.put(key, bytes, options);
      mayFail();
    },
    async get(key) {
      mayFail();
      if (isWrong()) return undefined;
      const bytes = await objects.get(key);
      return isWrong() ? bytes?.subarray(0, Math.floor(world.random() * bytes.length)) : bytes;
    },
    async *list(prefix) {
      mayFail();
      for await (const key of objects.list(prefix)) if (!isWrong()) yield key;
    },
    async delete(keys) {
      mayFail();
      await objects.delete(keys);
    },
  };
}
