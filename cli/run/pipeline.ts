import { type ClassifyOptions, classifyDocuments } from '../../shared/classify/classify-documents.ts';
import { cleanCaptures } from '../../shared/clean/clean-captures.ts';
import type { CleanOptions } from '../../shared/clean/clean-options.ts';
import { createRecentLinks } from '../../shared/frontier/recent-links.ts';
import { indexRecords } from '../../shared/index/index-records.ts';
import type { Counts } from '../../shared/ports/control.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { Delivery, Queue } from '../../shared/ports/queue.ts';
import { loadCleanOptions } from '../../shared/settings/load-clean-options.ts';
import { classifyOptionsOf } from '../../shared/settings/visit-options.ts';
import { openConverter } from './converter.ts';
import { loadStoredSettings } from './crawl-settings.ts';
import { loadForClean } from './plugins.ts';
import type { Stores } from './wiring.ts';

/** How long a received message is hidden: longer than any object takes. A new runner releases those of the last one. */
const VISIBILITY_MS = 600_000;
/** Delay before a failed message is retried, times the number of receives. */
const RETRY_MS = 1_000;

/** Number of recent links that a thread remembers per crawl, to skip duplicates. They take two megabytes. */
const MAX_REMEMBERED_LINKS = 2 ** 18;

export type Stage = 'captures' | 'documents' | 'records';

export type MessageResult = { stage: Stage; crawl: string } & ({ done: true } | { error: unknown });

/** The message that a thread is processing. */
export type MessageInProgress = { stage: Stage; crawl: string; receipt: string };

/** @param receives how often the message was received, including this time */
type StageWork = (message: ObjectMessage, receives: number) => Promise<Counts>;

type StageOptions = { key: string; clean: CleanOptions; classify: ClassifyOptions };

export type Pipeline = {
  /** Processes one message. @returns undefined if all queues are empty */
  next(): Promise<MessageResult | undefined>;
  /** Ends the converter thread, which would otherwise keep its parent alive. */
  close(): Promise<void>;
};

/**
 * Creates the stages after fetch for one thread. It processes one message at a time, and takes it from the last stage
 * first, so that started work is finished before new work begins.
 *
 * @param onStart called with each message before it is processed, because processing may crash the thread
 */
export function createPipeline(stores: Stores, onStart: (started: MessageInProgress) => void): Pipeline {
  const converter = openConverter();
  const stages = createStages(stores, converter);
  // The last stage runs first, so the next message usually refers to the object that was just written.
  const { stageCache } = stores;
  return {
    async next() {
      for (const [stage, work] of stages) {
        const queue: Queue<ObjectMessage> = stores[stage];
        const [delivery] = await queue.receive(1, VISIBILITY_MS);
        if (!delivery) continue;
        stageCache.keepOnly(delivery.message.key);
        onStart({ stage, crawl: delivery.message.crawl, receipt: delivery.receipt });
        return processMessage(stage, delivery, stores, work);
      }
      stageCache.keepOnly(undefined);
      return undefined;
    },
    close: () => converter.close(),
  };
}

/** Returns the stages and their work, the last stage first. */
function createStages(stores: Stores, converter: ReturnType<typeof openConverter>): [Stage, StageWork][] {
  const ports = { ...stores, converter };
  const optionsOf = createOptionsCache(stores);
  const isStopped = async (crawl: string) => (await stores.control.get(crawl))?.state === 'stopped';
  return [
    ['records', (message) => indexRecords(message, ports)],
    [
      'documents',
      async (message) => {
        const { classify } = await optionsOf(message.crawl);
        return classifyDocuments(message, ports, { ...classify, stopped: await isStopped(message.crawl) });
      },
    ],
    [
      'captures',
      async (message, receives) =>
        (await cleanCaptures(message, ports, (await optionsOf(message.crawl)).clean, receives)).counts,
    ],
  ];
}

/** Returns a function that loads the options of a crawl, and loads them again when its settings change. */
function createOptionsCache(stores: Stores): (crawl: string) => Promise<StageOptions> {
  const cached = new Map<string, StageOptions>();
  return async (crawl) => {
    const control = await stores.control.get(crawl);
    const found = cached.get(crawl);
    if (found && found.key === control?.settingsKey) return found;
    const { key, settings } = await loadStoredSettings(crawl, stores);
    const classify: ClassifyOptions = {
      ...classifyOptionsOf(settings, settings.politeness.group),
      recentLinks: createRecentLinks(MAX_REMEMBERED_LINKS),
    };
    const options = { key, clean: await loadCleanOptions(settings, loadForClean), classify };
    cached.set(crawl, options);
    return options;
  };
}

async function processMessage(
  stage: Stage,
  delivery: Delivery<ObjectMessage>,
  stores: Stores,
  work: StageWork,
): Promise<MessageResult> {
  const queue: Queue<ObjectMessage> = stores[stage];
  const { crawl } = delivery.message;
  try {
    await stores.control.addUsage(crawl, await work(delivery.message, delivery.receives));
    await queue.ack([delivery]);
    return { stage, crawl, done: true };
  } catch (error) {
    await queue.nack([delivery], RETRY_MS * delivery.receives);
    return { stage, crawl, error };
  }
}
