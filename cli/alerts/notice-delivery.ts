import type { NoticeEvent, NoticeMessage } from '../../shared/alerts/notice.ts';
import type { SendFailure } from '../../shared/alerts/send-failure.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Sender } from '../../shared/settings/alerts/receivers.ts';
import type { OnNotice } from '../run/crawl-job.ts';
import { retryWaitMs } from './crawl-alerts.ts';
import type { NoticeOutbox, WaitingNotice } from './notice-outbox.ts';

/** Delivers the notices of a crawl to all receivers, also those that earlier runs could not deliver. */
export type NoticeDelivery = {
  /** Adds a notice. The next `send` sends it. */
  add(message: NoticeMessage): Promise<void>;
  /** Sends what waits, the oldest first. What a receiver does not accept waits for the next call. */
  send(): Promise<void>;
  /** Whether notices wait and it is time to send them again. */
  isDue(): boolean;
};

/**
 * @param events those that the receivers want; others that wait are forgotten
 * @param signal ends attempts to send
 */
export function createNoticeDelivery(
  senders: readonly Sender<NoticeMessage>[],
  outbox: NoticeOutbox,
  events: readonly NoticeEvent[],
  { clock, signal, onNotice }: { clock: Clock; signal: AbortSignal; onNotice?: OnNotice | undefined },
): NoticeDelivery {
  /** Keys of notices that were added by this process and not sent yet. */
  const fresh = new Set<string>();
  /** Keys of notices that were reported as not delivered. */
  const reported = new Set<string>();
  /** Whether notices may wait: at first those of earlier runs. */
  let mayWait = true;
  let failuresInARow = 0;
  let nextTryAt = 0;

  /** Sends the notices of one receiver. After one that it cannot be reached for, the others wait. @returns the failures */
  async function sendTo({ channel, send }: Sender<NoticeMessage>, waiting: readonly WaitingNotice[]) {
    const failures: SendFailure[] = [];
    let lost: SendFailure | undefined;
    for (const { key, message, isStored } of waiting) {
      const failure = lost ?? (await send(message, signal));
      const notice = { key, event: message.event, channel, ...(!fresh.has(key) && { first: message.sentAt }) };
      if (!failure) {
        await outbox.remove(key);
        onNotice?.(notice);
      } else {
        failures.push(failure);
        if (failure !== lost || !reported.has(key))
          onNotice?.({ ...notice, failure: failure.message, isKept: isStored });
        reported.add(key);
        if (failure.isUnreachable) lost = failure;
      }
      fresh.delete(key);
    }
    return failures;
  }

  return {
    async add(message) {
      mayWait = true;
      // Before they are sent: a process that is killed meanwhile leaves them to the next run.
      for (const { channel } of senders) fresh.add(await outbox.add(channel, message));
    },
    async send() {
      if (!mayWait || signal.aborted) return;
      const waiting = await outbox.list();
      const isWanted = ({ channel, message }: WaitingNotice) =>
        events.includes(message.event) && senders.some((sender) => sender.channel === channel);
      for (const notice of waiting) if (!isWanted(notice)) await outbox.remove(notice.key);
      const wanted = waiting.filter(isWanted);
      const sent = senders.map((to) =>
        sendTo(
          to,
          wanted.filter(({ channel }) => channel === to.channel),
        ),
      );
      const failures = (await Promise.all(sent)).flat();
      mayWait = failures.length > 0;
      failuresInARow = mayWait ? failuresInARow + 1 : 0;
      nextTryAt = Math.max(
        clock.now() + retryWaitMs(failuresInARow),
        ...failures.map(({ notBefore = 0 }) => notBefore),
      );
    },
    isDue: () => mayWait && clock.now() >= nextTryAt,
  };
}
