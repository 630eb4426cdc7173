import { type RetiredUrl, type VisitOptions, type VisitPorts, visitHosts } from '../../shared/fetch/visit-message.ts';
import type { CaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import type { VisitMessage } from '../../shared/ports/messages.ts';
import type { Delivery } from '../../shared/ports/queue.ts';
import type { Stores } from './wiring.ts';

/** The visits that go on at the same time in this process. */
export type VisitRunner = {
  /** Hosts that are visited now. */
  busy: ReadonlySet<string>;
  start(delivery: Delivery<VisitMessage>): void;
  drained(): Promise<void>;
};

export function visitRunner(
  ports: Stores & VisitPorts,
  run: CaptureWriter,
  options: VisitOptions,
  heard: { ended(): void; fault(error: unknown): void; retired(url: RetiredUrl): void },
): VisitRunner {
  const busy = new Set<string>();
  const underWay = new Set<Promise<void>>();
  const work = async (delivery: Delivery<VisitMessage>) => {
    try {
      const { faults, retired } = await visitHosts(delivery.message, ports, run, options);
      for (const { error } of faults) heard.fault(error);
      for (const url of retired) heard.retired(url);
    } finally {
      // Whatever came of it: the frontier repeats what was not committed, and a hidden message would hold up the end.
      await ports.visits.ack([delivery]);
    }
  };
  return {
    busy,
    start(delivery) {
      const hosts = delivery.message.hosts.map(({ host }) => host);
      for (const host of hosts) busy.add(host);
      const ended = work(delivery)
        .catch(heard.fault)
        .finally(() => {
          for (const host of hosts) busy.delete(host);
          underWay.delete(ended);
          heard.ended();
        });
      underWay.add(ended);
    },
    async drained() {
      await Promise.all(underWay);
    },
  };
}
