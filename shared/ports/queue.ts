/** Number of receives after which a message about an object is dead-lettered, on one machine and in a stack. */
export const MAX_RECEIVES = 5;

/**
 * Carries messages from one stage to the next, at least once and in any order.
 *
 * Adapters: `local/sqlite-queue.ts`, `aws/sqs/sqs-queue.ts`; contract: `test/contracts/queue.contract.ts`.
 * A received message is hidden from other receivers for its visibility timeout. Then it is redelivered, even if the first
 * receiver is only slow. After `maxReceives` it goes to the dead-letter queue, or is dropped if the queue has none.
 */
export interface Queue<Message> {
  /**
   * Sends messages. If it throws, any number of them may have been sent, and the caller sends all of them again.
   *
   * @param delayMs delay before they can be received, at most 15 minutes. Default: none.
   */
  send(messages: readonly Message[], delayMs?: number): Promise<void>;

  /** Receives up to `max` messages and hides them for `visibilityMs`. Returns an empty list if the queue is empty. */
  receive(max: number, visibilityMs: number): Promise<Delivery<Message>[]>;

  /** Deletes processed messages, including those that were redelivered meanwhile. */
  ack(deliveries: readonly Pick<Delivery<Message>, 'receipt'>[]): Promise<void>;

  /** Returns messages to the queue. They can be received again after `delayMs`. */
  nack(deliveries: readonly Pick<Delivery<Message>, 'receipt'>[], delayMs: number): Promise<void>;

  /**
   * Approximate counts, which may be a minute old.
   *
   * @param crawl counts only the messages of this crawl, if the store can tell them apart: SQS cannot. Absent: all messages
   */
  depth(crawl?: string): Promise<QueueDepth>;
}

/** A message as received. It is hidden from other receivers until its visibility timeout ends. */
export type Delivery<Message> = {
  message: Message;
  /** Identifies this delivery for `ack` and `nack`. */
  receipt: string;
  /** Number of times that the message was received, including this one. */
  receives: number;
};

/**
 * Numbers of messages that wait, that are being processed, and of dead letters. Delayed messages wait in SQS; in SQLite they
 * count as being processed.
 */
export type QueueDepth = { waiting: number; inFlight: number; dead: number };

/** A message that was dead-lettered. */
export type DeadLetter<Message> = {
  message: Message;
  /** When it was first sent, or if that is unknown, when it was dead-lettered. Epoch ms. */
  since: number;
  /** Number of times that it was received, including the times that it was listed as a dead letter. */
  receives: number;
};
