import { visitHosts } from '../../shared/fetch/visit-message.ts';
import type { RetiredUrl, VisitOptions, VisitPorts } from '../../shared/fetch/visit-options.ts';
import type { CaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import type { VisitMessage } from '../../shared/ports/messages.ts';
import type { Delivery } from '../../shared/ports/queue.ts';
import type { Stores } from './wiring.ts';

/** Runs visits in parallel in this process. */
export type VisitRunner = {
  /** Hosts with a running visit. */
  busy: ReadonlySet<string>;
  start(delivery: Delivery<VisitMessage>): void;
  /** Resolves when all running visits have ended. */
  drained(): Promise<void>;
};

export type VisitEvents = {
  /** Called after each visit, also a failed one. */
  onEnd(): void;
  onError(error: unknown): void;
  /** Called after a visit that fetched pages. */
  onFetched(): void;
  /** Called for a URL that failed too often and is not retried. */
  onRetired(url: RetiredUrl): void;
};

export function createVisitRunner(
  ports: Stores & VisitPorts,
  writer: CaptureWriter,
  options: VisitOptions,
  events: VisitEvents,
): VisitRunner {
  const busy = new Set<string>();
  const running = new Set<Promise<void>>();
  const visit = async (delivery: Delivery<VisitMessage>) => {
    try {
      const { counts, faults, retired } = await visitHosts(delivery.message, ports, writer, options);
      if (counts['pages']) events.onFetched();
      for (const { error } of faults) events.onError(error);
      for (const url of retired) events.onRetired(url);
    } finally {
      // The message is removed even after an error: the frontier repeats the visit, and a hidden message delays the end.
      await ports.visits.ack([delivery]);
    }
  };
  return {
    busy,
    start(delivery) {
      const hosts = delivery.message.hosts.map(({ host }) => host);
      for (const host of hosts) busy.add(host);
      const ended = visit(delivery)
        .catch(events.onError)
        .finally(() => {
          for (const host of hosts) busy.delete(host);
          running.delete(ended);
          events.onEnd();
        });
      running.add(ended);
    },
    async drained() {
      await Promise.all(running);
    },
  };
}
