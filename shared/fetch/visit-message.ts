import type { Control } from '../ports/control.ts';
import type { VisitMessage } from '../ports/messages.ts';
import { visitHost } from './visit-host.ts';
import type { RetiredUrl, VisitOptions, VisitPorts, VisitTotals } from './visit-options.ts';
import type { CaptureWriter } from './warc/capture-writer.ts';

/** Result of the visits of one message. */
export type VisitResult = {
  counts: VisitTotals['counts'];
  /** False if the message's reservation is already settled, or its crawl is not open. */
  visited: boolean;
  /** Hosts whose visit threw. They were released without a commit (after a `LocalFaultError` with one), so dispatch sends them again. */
  faults: { host: string; error: unknown }[];
  /** URLs that were retired, for the log. A URL is reported again if its visit could not be committed. */
  retired: RetiredUrl[];
};

/**
 * Visits the hosts of one message concurrently, each at its own pace (protocol: docs/architecture.md).
 *
 * @param writer writes the archive objects, which this message shares with others
 */
export async function visitHosts(
  message: VisitMessage,
  ports: VisitPorts,
  writer: CaptureWriter,
  options: VisitOptions,
): Promise<VisitResult> {
  const totals: VisitTotals = {
    pagesLeft: message.pages ?? Number.POSITIVE_INFINITY,
    counts: {},
    hosts: message.hosts.length,
    retired: [],
  };
  const faults: VisitResult['faults'] = [];
  const control = await ports.control.get(message.crawl);
  // A redelivered message may be settled already, so that its pages were given to other messages, or be in use by another worker.
  const isSettled = message.pages !== undefined && !(await claimPages(message, control, ports));
  const visited = control?.state === 'open' && !isSettled;
  if (visited) {
    await Promise.all(
      message.hosts.map((target) =>
        visitHost({ crawl: message.crawl, target, totals }, ports, writer, options).catch((error: unknown) => {
          faults.push({ host: target.host, error });
        }),
      ),
    );
  }
  const reservation = message.pages === undefined || isSettled ? undefined : message.id;
  if (reservation !== undefined || Object.keys(totals.counts).length > 0) {
    await ports.control.addUsage(message.crawl, totals.counts, reservation);
  }
  return { counts: totals.counts, visited, faults, retired: totals.retired };
}

/** @returns whether this worker may use the pages that are reserved for the message. */
async function claimPages(
  { crawl, id }: VisitMessage,
  known: Control | undefined,
  { control, random }: VisitPorts,
): Promise<boolean> {
  return known?.shares[id] !== undefined && control.claim(crawl, id, random.id());
}
