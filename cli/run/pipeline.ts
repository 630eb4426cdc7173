import { classifyDocuments } from '../../shared/classify/classify-documents.ts';
import type { ClassifyOptions } from '../../shared/classify/judge-lines.ts';
import { withPersonVerdicts } from '../../shared/classify/judgements/judged-by-person.ts';
import { readVerdicts } from '../../shared/classify/judgements/judgement-store.ts';
import { type CleanResult, cleanCaptures } from '../../shared/clean/clean-captures.ts';
import type { CleanOptions } from '../../shared/clean/clean-options.ts';
import { createLinkLearner } from '../../shared/frontier/ranking/link-learner.ts';
import type { ModelKind, SharedModel } from '../../shared/frontier/ranking/shared-model.ts';
import { createRecentLinks } from '../../shared/frontier/recent-links.ts';
import { findResourceFault } from '../../shared/http/local-fault.ts';
import { indexRecords } from '../../shared/index/index-records.ts';
import { OBJECT_QUEUES, type ObjectMessage, type ObjectQueueName } from '../../shared/ports/messages.ts';
import type { Delivery, Queue } from '../../shared/ports/queue.ts';
import { type Learning, learnerOf, openLearning } from '../../shared/settings/learning/open-learning.ts';
import { loadCleanOptions } from '../../shared/settings/load-clean-options.ts';
import { withoutLinkSchedules } from '../../shared/settings/schedules/schedule-actions.ts';
import { classifyOptionsOf } from '../../shared/settings/stages/classify-options.ts';
import { loadModels } from '../../shared/settings/topic-models.ts';
import { openConverter } from './converter.ts';
import { loadStoredSettings } from './crawl-settings.ts';
import { findStorageFault } from './folder/storage-fault.ts';
import { loadForClean } from './plugins.ts';
import { createRetrainer } from './retrain-crawl.ts';
import { OBJECT_QUEUE_RULES, type Stores } from './wiring.ts';

/** How long a received message is hidden: longer than any object takes. A new runner releases those of the last one. */
const VISIBILITY_MS = 600_000;
/** Delay before a message is retried that this machine had too few resources for. */
const RESOURCE_RETRY_MS = 5_000;
/** Delay before a failed message is retried, times the number of receives. */
const RETRY_MS = 1_000;

/** Minimum time between two merges of what a thread has learned about links into the stored model. */
const SAVE_MODEL_EVERY_MS = 10_000;
/**
 * Number of times that a URL is offered with the evidence of another page. Further pages, which usually share a menu, add cost: a
 * page would write and rank each of its links.
 */
const MAX_OFFERS = 8;

/** Number of recent links that a thread remembers per crawl, to skip duplicates. They take three megabytes. */
const MAX_REMEMBERED_LINKS = 2 ** 18;

/** `isDead`: the message failed too often, or its object is damaged, and is a dead letter now. */
export type MessageResult = { stage: ObjectQueueName; crawl: string } & (
  | { done: true }
  | { error: unknown; isDead?: boolean }
);

/** The message that a thread is processing. `key`: that of its object. */
export type MessageInProgress = { stage: ObjectQueueName; crawl: string; key: string; receipt: string };

/** @param receives how often the message was received, including this time */
type StageWork = (message: ObjectMessage, receives: number) => Promise<Pick<CleanResult, 'counts' | 'damage'>>;

/** Called while messages are processed. */
export type PipelineEvents = {
  /** A message is received. Processing it may crash the thread. */
  onStart?(started: MessageInProgress): void;
  /** Classify has learned about the links of a crawl (`LinkLearner`). */
  onLearned?(crawl: string, delta: Uint8Array): void;
  /** A model was trained again, or why it was not. Absent: this thread does not train. */
  onRetrained?(message: string): void;
};

type StageOptions = { key: string; clean: CleanOptions; classify: ClassifyOptions };

/** Runs the stages after fetch in this thread. */
export type Pipeline = {
  /** Processes one message. @returns undefined if all queues are empty */
  next(): Promise<MessageResult | undefined>;
  /** Kills the external program that converts a document, and all later ones at once. Their message fails as by a lack of resources, and is released. */
  interrupt(): void;
  /** Ends the converter process. */
  close(): Promise<void>;
};

/**
 * How stages read the stored settings of crawls. `validKey`: key of settings that this process has validated (`loadStoredSettings`); absent: none.
 * `watch`: new links wait for the schedules of `run: new`. Default: they are due at once, because the run ends when nothing else is due.
 */
export type SettingsReading = { validKey?: string | undefined; watch?: boolean };

/**
 * Creates the stages after fetch for one thread. It processes one message at a time, and takes it from the last stage
 * first, so that started work is finished before new work begins.
 */
export function createPipeline(stores: Stores, events: PipelineEvents = {}, reading: SettingsReading = {}): Pipeline {
  const interrupt = new AbortController();
  const converter = openConverter(interrupt.signal);
  const learners = new Map<string, Learning>();
  const workOf = createStages(stores, converter, learners, events, reading);
  // The last stage runs first, so the next message usually refers to the object that was just written.
  const lastFirst = OBJECT_QUEUES.toReversed();
  const { stageCache } = stores;
  return {
    async next() {
      for (const stage of lastFirst) {
        const queue: Queue<ObjectMessage> = stores[stage];
        const [delivery] = await queue.receive(1, VISIBILITY_MS);
        if (!delivery) continue;
        stageCache.keepOnly(delivery.message.key);
        const { crawl, key } = delivery.message;
        events.onStart?.({ stage, crawl, key, receipt: delivery.receipt });
        return processMessage(stage, delivery, stores, workOf[stage]);
      }
      stageCache.keepOnly(undefined);
      return undefined;
    },
    interrupt: () => interrupt.abort(Object.assign(new Error('the run was interrupted'), { code: 'EAGAIN' })),
    async close() {
      for (const learning of learners.values()) await learnerOf(learning)?.share(true);
      await converter.close();
    },
  };
}

/** Returns the work of each stage. */
function createStages(
  stores: Stores,
  converter: ReturnType<typeof openConverter>,
  learners: Map<string, Learning>,
  events: PipelineEvents,
  reading: SettingsReading,
): Record<ObjectQueueName, StageWork> {
  const ports = { ...stores, converter };
  const optionsOf = createOptionsCache(stores, learners, events, reading);
  const retrainer = events.onRetrained && createRetrainer(stores, reading.validKey);
  const isStopped = async (crawl: string) => (await stores.control.get(crawl))?.state === 'stopped';
  return {
    captures: async (message, receives) =>
      cleanCaptures(message, ports, (await optionsOf(message.crawl)).clean, receives),
    async documents(message) {
      const trained = await retrainer?.trainIfDue(message.crawl);
      if (trained !== undefined) events.onRetrained?.(trained);
      const { classify } = await optionsOf(message.crawl);
      const options = { ...classify, stopped: await isStopped(message.crawl) };
      return { counts: await classifyDocuments(message, ports, options) };
    },
    records: (message) => indexRecords(message, ports),
  };
}

/** Returns a function that loads the options of a crawl, and loads them again when its settings change. */
function createOptionsCache(
  stores: Stores,
  learners: Map<string, Learning>,
  { onLearned }: PipelineEvents,
  { validKey, watch = false }: SettingsReading,
): (crawl: string) => Promise<StageOptions> {
  const cached = new Map<string, StageOptions>();
  return async (crawl) => {
    const control = await stores.control.get(crawl);
    const found = cached.get(crawl);
    if (found && found.key === control?.settingsKey) return found;
    const { key, settings: stored } = await loadStoredSettings(crawl, stores, validKey);
    const settings = watch ? stored : withoutLinkSchedules(stored);
    // The rules by which the crawl learns may have changed.
    await learnerOf(learners.get(crawl))?.share(true);
    const onDelta = (delta: Uint8Array) => onLearned?.(crawl, delta);
    const learning = await openLearning(settings, stores.objects, <Model extends SharedModel>(kind: ModelKind<Model>) =>
      createLinkLearner(crawl, stores, { kind, saveEveryMs: SAVE_MODEL_EVERY_MS, onDelta }),
    );
    learners.set(crawl, learning);
    const options = classifyOptionsOf(await loadModels(settings, stores.objects), settings.politeness.group);
    const classify: ClassifyOptions = {
      ...options,
      judge: withPersonVerdicts(options.judge, await readVerdicts(crawl, stores.objects)),
      recentLinks: createRecentLinks(MAX_REMEMBERED_LINKS, MAX_OFFERS),
      ...learning,
    };
    const loaded = { key, clean: await loadCleanOptions(settings, loadForClean), classify };
    cached.set(crawl, loaded);
    return loaded;
  };
}

async function processMessage(
  stage: ObjectQueueName,
  delivery: Delivery<ObjectMessage>,
  stores: Stores,
  work: StageWork,
): Promise<MessageResult> {
  const queue = stores[stage];
  const { crawl } = delivery.message;
  try {
    const { counts, damage } = await work(delivery.message, delivery.receives);
    stores.atOnce(() => {
      if (queue.settle(delivery, damage === undefined ? 'done' : 'dead')) stores.control.addCounts(crawl, counts);
    });
    if (damage !== undefined) return { stage, crawl, error: new Error(damage), isDead: true };
    return { stage, crawl, done: true };
  } catch (error) {
    const hiddenMs = hideAfterFault(error);
    if (hiddenMs !== undefined) {
      // A fault of the disk may prevent this, too. Then the next run releases the message.
      await queue.release([delivery], hiddenMs).catch(() => {});
      return { stage, crawl, error };
    }
    const isDead = delivery.receives >= OBJECT_QUEUE_RULES.maxReceives;
    if (isDead) await queue.deadLetter([delivery]);
    else await queue.nack([delivery], RETRY_MS * delivery.receives);
    return { stage, crawl, error, isDead };
  }
}

/**
 * Returns how long a message is hidden after a fault of this machine, which is not the fault of the message. Milliseconds. A fault
 * of the disk ends the run, so the message is hidden until the next one.
 *
 * @returns undefined if the error is no such fault
 */
function hideAfterFault(error: unknown): number | undefined {
  if (findStorageFault(error)) return VISIBILITY_MS;
  return findResourceFault(error) && RESOURCE_RETRY_MS;
}
