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

/** Longer than any object takes; a runner that starts anew gives back at once what the last one had. */
const VISIBILITY_MS = 600_000;
/** After a fault a message waits for so long, times its receives. */
const RETRY_MS = 1_000;

/** Links that a thread remembers to have offered, for each crawl: two megabytes. */
const MAX_REMEMBERED_LINKS = 2 ** 18;

export type MessageResult = { stage: 'captures' | 'documents' | 'records'; crawl: string } & (
  | { done: true }
  | { error: unknown }
);

/** A message that a thread has in hand. */
export type MessageInProgress = { stage: MessageResult['stage']; crawl: string; receipt: string };

/** @param receives how often the message was given out, this time included. */
type StageWork = (message: ObjectMessage, receives: number) => Promise<Counts>;

type StageOptions = { key: string; clean: CleanOptions; classify: ClassifyOptions };

/**
 * The stages after fetch, as one thread of one machine runs them: a message at a time, the last stage first, so that what
 * was begun is ended before anything new is.
 *
 * `next` works one message off; undefined: none was waiting. `close` ends the thread that converts documents, which would
 * keep its parent from ending.
 *
 * @param begins called with each message before anything is done with it: the work may end the thread.
 */
export function createPipeline(
  stores: Stores,
  begins: (begun: MessageInProgress) => void,
): { next(): Promise<MessageResult | undefined>; close(): Promise<void> } {
  const known = new Map<string, StageOptions>();
  const converter = openConverter();
  const ports = { ...stores, converter };
  // Since the last stage comes first, the next message is mostly of what was just made.
  const { handed } = stores;

  const rulesOf = async (crawl: string): Promise<StageOptions> => {
    const control = await stores.control.get(crawl);
    const found = known.get(crawl);
    if (found && found.key === control?.settingsKey) return found;
    const { key, settings } = await loadStoredSettings(crawl, stores);
    const classify = {
      ...classifyOptionsOf(settings, settings.politeness.group),
      offered: createRecentLinks(MAX_REMEMBERED_LINKS),
    };
    const rules = { key, clean: await loadCleanOptions(settings, loadForClean), classify };
    known.set(crawl, rules);
    return rules;
  };
  const isStopped = async (crawl: string) => (await stores.control.get(crawl))?.state === 'stopped';

  const stages: [MessageResult['stage'], StageWork][] = [
    ['records', (message) => indexRecords(message, ports)],
    [
      'documents',
      async (message) => {
        const { classify } = await rulesOf(message.crawl);
        return classifyDocuments(message, ports, { ...classify, stopped: await isStopped(message.crawl) });
      },
    ],
    [
      'captures',
      async (message, receives) =>
        (await cleanCaptures(message, ports, (await rulesOf(message.crawl)).clean, receives)).counts,
    ],
  ];

  return {
    async next() {
      for (const [stage, work] of stages) {
        const queue: Queue<ObjectMessage> = stores[stage];
        const [delivery] = await queue.receive(1, VISIBILITY_MS);
        if (!delivery) continue;
        handed.keepOnly(delivery.message.key);
        return workOff(stage, delivery, queue, work);
      }
      handed.keepOnly(undefined);
      return undefined;
    },
    close: () => converter.close(),
  };

  async function workOff(
    stage: MessageResult['stage'],
    delivery: Delivery<ObjectMessage>,
    queue: Queue<ObjectMessage>,
    work: StageWork,
  ): Promise<MessageResult> {
    const { crawl } = delivery.message;
    begins({ stage, crawl, receipt: delivery.receipt });
    try {
      await stores.control.addUsage(crawl, await work(delivery.message, delivery.receives));
      await queue.ack([delivery]);
      return { stage, crawl, done: true };
    } catch (error) {
      await queue.nack([delivery], RETRY_MS * delivery.receives);
      return { stage, crawl, error };
    }
  }
}
