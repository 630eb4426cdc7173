import type { Context } from 'aws-lambda';
import {
  type ClassifyPorts,
  enqueueFindings,
  judgeDocuments,
  type ObjectFindings,
  storeRecords,
} from '../shared/classify/classify-documents.ts';
import type { ClassifyOptions } from '../shared/classify/judge-lines.ts';
import { MAX_LINK_WEIGHT } from '../shared/classify/links/collected-links.ts';
import { TooLittleTimeError } from '../shared/http/too-little-time.ts';
import type { ControlStore } from '../shared/ports/control.ts';
import type { ObjectMessage } from '../shared/ports/messages.ts';
import type { CachedCrawl } from './crawl-cache.ts';
import { log } from './log.ts';

/** Time reserved for enqueueing the findings of all objects, storing their records, and the response. Milliseconds. */
const ENQUEUE_RESERVE_MS = 30_000;

/** The links of three objects wait for each other, in the memory of one. */
const MAX_OBJECT_LINK_WEIGHT = MAX_LINK_WEIGHT / 2;

type Ports = ClassifyPorts & { control: ControlStore };
type FindCrawl = (crawl: string) => Promise<CachedCrawl<ClassifyOptions> | undefined>;
type Part = ObjectFindings & { options: ClassifyOptions };

/**
 * Creates the message handler of one invocation of the classify function. It classifies the objects one after the other, then
 * enqueues the findings of all objects of a crawl together: each update of a host is billed, whatever its size. Then it stores
 * their records. If that fails, all messages of the crawl are redelivered.
 *
 * @returns a function that processes one message; call it for all messages at once. It resolves when the findings of the
 * message's crawl are enqueued and its records are stored.
 */
export function createClassifyBatch(
  ports: Ports,
  findCrawl: FindCrawl,
  time: Pick<Context, 'getRemainingTimeInMillis'>,
): (message: ObjectMessage) => Promise<void> {
  const findings = new Map<string, Part[]>();
  const { promise: allClassified, resolve: resolveAll } = Promise.withResolvers<void>();
  const enqueueing = new Map<string, Promise<void>>();
  let pending = 0;
  let previous: Promise<unknown> = Promise.resolve();

  const classify = async (message: ObjectMessage): Promise<void> => {
    if (time.getRemainingTimeInMillis() < ENQUEUE_RESERVE_MS)
      throw new TooLittleTimeError('not enough time is left for this object');
    const crawl = await findCrawl(message.crawl);
    if (!crawl) return log('info', 'no-such-crawl', message);
    const options = {
      ...crawl.derived,
      stopped: crawl.control.state === 'stopped',
      maxLinkWeight: MAX_OBJECT_LINK_WEIGHT,
    };
    const part = { ...(await judgeDocuments(message, ports, options)), options };
    findings.set(message.crawl, [...(findings.get(message.crawl) ?? []), part]);
    log('info', 'classified', { ...message, counts: part.counts });
  };

  const enqueueAll = async (crawl: string): Promise<void> => {
    const parts = findings.get(crawl);
    if (!parts) return;
    const counts = await enqueueFindings(crawl, parts, ports, parts.at(-1)!.options);
    await Promise.all(parts.map((part) => storeRecords(crawl, part, ports)));
    await ports.control.addUsage(crawl, counts);
  };

  return async (message) => {
    pending++;
    const classified = previous.then(() => classify(message));
    previous = classified
      .catch(() => {})
      .then(() => {
        if (--pending === 0) resolveAll();
      });
    await classified;
    await allClassified;
    const enqueued = enqueueing.get(message.crawl) ?? enqueueAll(message.crawl);
    enqueueing.set(message.crawl, enqueued);
    await enqueued;
  };
}
