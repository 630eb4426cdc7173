import type { Queue } from '../../ports/queue.ts';

/** A queue that drops all messages, for a stage without a successor. */
export function noQueue<Message>(): Queue<Message> {
  return {
    async send() {},
    receive: async () => [],
    async ack() {},
    async nack() {},
    depth: async () => ({ waiting: 0, inFlight: 0, dead: 0 }),
  };
}
