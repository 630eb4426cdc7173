import type { NoticeEvent, NoticeMessage } from '../../alerts/notice.ts';
import type { NoticeOutbox, WaitingNotice } from '../../alerts/notice-outbox.ts';
import { retryWaitMs } from '../../alerts/retry-wait.ts';
import type { SendFailure } from '../../alerts/send-failure.ts';
import type { AlertChannel } from '../../ports/alert-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Sender } from './receivers.ts';

/**
 * Called after a notice was sent to a receiver, or could not be. `key`: the notice for one receiver; `first`: when it was first sent, ISO 8601
 * (absent: now); `failure`: why the receiver does not have it (absent: it has it); `isKept`: whether it is sent again later.
 */
export type OnNotice = (notice: {
  key: string;
  event: NoticeEvent;
  channel: AlertChannel;
  first?: string;
  failure?: string;
  isKept?: boolean;
}) => void;

/** Delivers the notices of a crawl to all receivers, also those that earlier runs could not deliver. */
export type NoticeDelivery = {
  /** Adds a notice. The next `send` sends it. */
  add(message: NoticeMessage): Promise<void>;
  /** Sends what waits, the oldest first. What a receiver does not accept waits for the next call. */
  send(): Promise<void>;
  /** Whether notices wait. */
  isWaiting(): boolean;
  /** Whether notices wait and it is time to send them again. */
  isDue(): boolean;
  /** When notices that wait are sent again. @returns undefined: none wait, or they were not sent yet */
  retry(): NoticeRetry | undefined;
};

/** When notices are sent again. `failures`: number of failures in a row; `at`: epoch milliseconds. */
export type NoticeRetry = { failures: number; at: number };

/**
 * @param events those that the receivers want; others that wait are forgotten
 * @param signal ends attempts to send
 * @param retry that of the process before. Absent: it left none, or does not matter
 */
export function createNoticeDelivery(
  senders: readonly Sender<NoticeMessage>[],
  outbox: NoticeOutbox,
  events: readonly NoticeEvent[],
  {
    clock,
    signal,
    onNotice,
    retry,
  }: { clock: Clock; signal: AbortSignal; onNotice?: OnNotice | undefined; retry?: NoticeRetry | undefined },
): NoticeDelivery {
  /** Keys of notices that were added by this process and not sent yet. */
  const fresh = new Set<string>();
  /** Keys of notices that were reported as not delivered. */
  const reported = new Set<string>();
  /** Whether notices may wait: at first those of earlier runs. */
  let mayWait = true;
  let failuresInARow = retry?.failures ?? 0;
  let nextTryAt = retry?.at ?? 0;

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
    isWaiting: () => mayWait,
    isDue: () => mayWait && clock.now() >= nextTryAt,
    retry: () => (mayWait && failuresInARow > 0 ? { failures: failuresInARow, at: nextTryAt } : undefined),
  };
}
