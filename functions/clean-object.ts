import { type CleanPorts, cleanCaptures } from '../shared/clean/clean-captures.ts';
import type { CleanOptions } from '../shared/clean/clean-options.ts';
import type { ControlStore } from '../shared/ports/control.ts';
import type { ObjectMessage } from '../shared/ports/messages.ts';
import type { Queue } from '../shared/ports/queue.ts';
import { log } from './log.ts';

type Ports = CleanPorts & {
  control: Pick<ControlStore, 'addUsage'>;
  /** Dead letters of the captures. */
  deadLetters: Pick<Queue<ObjectMessage>, 'send'>;
};

/** Time that an object of HTML pages may need, with its download and upload: most take a quarter of it. Milliseconds. */
const OBJECT_MS = 20_000;
/** Time that the marks of 1,100 pages take, which the poison journal stores from the second delivery on. Milliseconds. */
const MARKS_MS = 35_000;

/**
 * Returns the time that an object may need, in milliseconds. A call that ends by its timeout repeats its whole batch, and uses up a receive of
 * each message. Documents have a limit of their own (`lambda-converter.ts`).
 *
 * @param receives how often the message was received, including this time
 */
export const cleaningMs = (receives: number): number => OBJECT_MS + (receives > 1 ? MARKS_MS : 0);

/**
 * Cleans an object of captures. The message of a damaged object becomes a dead letter at once, because another try reads the same
 * bytes; its readable captures are cleaned.
 *
 * @param receives how often the message was received, including this time
 */
export async function cleanObject(
  message: ObjectMessage,
  { control, deadLetters, ...ports }: Ports,
  options: CleanOptions,
  receives: number,
): Promise<void> {
  const { key, counts, damage } = await cleanCaptures(message, ports, options, receives);
  if (damage !== undefined) {
    // Before the counts: if the function ends in between, the message is delivered again and is counted once.
    await deadLetters.send([{ ...message, tries: receives }]);
    log('error', 'object-damaged', { ...message, damage });
  }
  await control.addUsage(message.crawl, counts);
  log('info', 'cleaned', { ...message, key, counts });
}
