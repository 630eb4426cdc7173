import type { Context } from 'aws-lambda';
import {
  type ClassifyOptions,
  type ClassifyPorts,
  type Found,
  judgeDocuments,
  offerFound,
} from '../shared/classify/classify-documents.ts';
import type { Control, ControlStore } from '../shared/ports/control.ts';
import type { ObjectMessage } from '../shared/ports/messages.ts';
import { log } from './log.ts';

/** Time kept back for the offers of all and the answer. Milliseconds. */
const RESERVE_MS = 30_000;

type Ports = ClassifyPorts & { control: ControlStore };
type CrawlOf = (crawl: string) => Promise<{ control: Control; made: ClassifyOptions } | undefined>;
type Part = Found & { options: ClassifyOptions };

/**
 * One call of the classify function. Its objects are judged one after the other; what they have for the hosts of a crawl
 * is offered together at the end, since each offer is paid for, however much it holds. An object whose offers could
 * not be made comes again as a whole, as any does that fails.
 *
 * @returns what is to be done with each message, all of them begun at once; it resolves when its crawl's offers are made.
 */
export function classifyRun(
  ports: Ports,
  crawlOf: CrawlOf,
  time: Pick<Context, 'getRemainingTimeInMillis'>,
): (message: ObjectMessage) => Promise<void> {
  const found = new Map<string, Part[]>();
  const { promise: allJudged, resolve: end } = Promise.withResolvers<void>();
  const offers = new Map<string, Promise<void>>();
  let left = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const judge = async (message: ObjectMessage): Promise<void> => {
    if (time.getRemainingTimeInMillis() < RESERVE_MS) throw new Error('no time is left for this object');
    const crawl = await crawlOf(message.crawl);
    if (!crawl) return log('info', 'no-such-crawl', message);
    const options = { ...crawl.made, stopped: crawl.control.state === 'stopped' };
    const part = { ...(await judgeDocuments(message, ports, options)), options };
    found.set(message.crawl, [...(found.get(message.crawl) ?? []), part]);
    log('info', 'classified', { ...message, counts: part.counts });
  };

  const offerAll = async (crawl: string): Promise<void> => {
    const parts = found.get(crawl);
    if (!parts) return;
    await ports.control.settle(crawl, await offerFound(crawl, parts, ports, parts.at(-1)!.options));
  };

  return async (message) => {
    left++;
    const judged = turn.then(() => judge(message));
    turn = judged
      .catch(() => {})
      .then(() => {
        if (--left === 0) end();
      });
    await judged;
    await allJudged;
    const offered = offers.get(message.crawl) ?? offerAll(message.crawl);
    offers.set(message.crawl, offered);
    await offered;
  };
}
