/**
 * Carries pointers from one stage to the next, at least once and in any order.
 *
 * Adapters: `local/sqlite-queue.ts`, `aws/sqs-queue.ts`; contract: `test/contracts/queue.contract.ts`.
 * A message is in the hands of one receiver until its visibility time is over; then it is given out again, also when
 * the first receiver is only slow. After `maxReceives` it is put with the dead letters, or dropped where a queue has none.
 */
export interface Queue<Message> {
  /**
   * All or some of them are sent when this throws; sending again is the caller's answer.
   *
   * @param delayMs until they can be received, a quarter of an hour at most; absent: at once.
   */
  send(messages: readonly Message[], delayMs?: number): Promise<void>;

  /** Up to `max` messages, hidden from others for `visibilityMs`; an empty list when there is none. */
  receive(max: number, visibilityMs: number): Promise<Delivery<Message>[]>;

  /** Ends these messages. One that was given out again meanwhile is ended all the same. */
  done(deliveries: readonly Pick<Delivery<Message>, 'receipt'>[]): Promise<void>;

  /** Gives messages back, to be received again in `delayMs`. */
  giveBack(deliveries: readonly Pick<Delivery<Message>, 'receipt'>[], delayMs: number): Promise<void>;

  /** Counts as the store knows them, which may be a minute old. */
  depth(): Promise<QueueDepth>;
}

export type Delivery<Message> = {
  message: Message;
  /** Names this delivery to `done` and `giveBack`. */
  receipt: string;
  /** How often it was given out, this time included. */
  receives: number;
};

export type QueueDepth = { waiting: number; underWay: number; dead: number };

/** A message that was given up. */
export type DeadLetter<Message> = {
  message: Message;
  /** When it was first sent, or where that is not known any more, when it was given up. Epoch milliseconds. */
  since: number;
  /** How often it was given out before, and looked at since. */
  receives: number;
};
