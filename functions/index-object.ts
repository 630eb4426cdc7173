import { indexRecords } from '../shared/index/index-records.ts';
import type { ControlStore } from '../shared/ports/control.ts';
import type { ObjectMessage } from '../shared/ports/messages.ts';
import type { Objects } from '../shared/ports/objects.ts';
import type { Queue } from '../shared/ports/queue.ts';
import type { SearchIndex } from '../shared/ports/search-index.ts';
import { log } from './log.ts';

type Ports = {
  objects: Objects;
  index: SearchIndex;
  control: Pick<ControlStore, 'addUsage'>;
  ownQueue: Pick<Queue<ObjectMessage>, 'send'>;
};

/**
 * Indexes an object of records for as long as there is time. Sends a new message for the rest, since a slow engine may need longer
 * for an object than a call lasts.
 */
export async function indexObject(message: ObjectMessage, ports: Ports, hasTime: () => boolean): Promise<void> {
  const { counts, rest } = await indexRecords(message, ports, hasTime);
  await ports.control.addUsage(message.crawl, counts);
  // Must be last: if a later step failed, this message would be redelivered beside the new one.
  if (rest) await ports.ownQueue.send([rest]);
  log('info', rest ? 'index-continued' : 'indexed', { ...message, ...rest, counts });
}
