/** What all exports share: they end when their signal aborts, and count what was written and what could not be. */
import { EXIT } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import type { Stores } from '../run/wiring.ts';
import type { ExportFormat } from './export-formats.ts';

/** What an export calls while it runs, and the signal that ends it. */
export type ExportRun = {
  /** Ends the export before the next object or record: it throws the reason. */
  interrupt: AbortSignal;
  /** Called for what cannot be exported. Everything else is. */
  onSkipped(message: string): void;
  /** Called with a hint about the query: a class that no page has while others are similar. */
  onHint(message: string): void;
  /** Called with a line that says what was written, for people. */
  onWritten(message: string): void;
};

/** A complete export, with its numbers by what the format counts. Absent numbers: the format does not count that. */
export type ExportResult = {
  crawl: string;
  format: ExportFormat;
  /** The file or folder as it was given. */
  output: string;
  /** Number of records, of formats of records. */
  records?: number;
  /** Number of files, of folders and of records that are divided among files. */
  files?: number;
  /** Number of removed files of earlier exports. Absent: `prune` is not set. */
  pruned?: number;
  /** Length of a WARC file, in bytes. */
  bytes?: number;
  /** Number of captures in a WACZ file. */
  captures?: number;
  /** Number of pages in the list of a WACZ file. */
  pages?: number;
  /** Number of messages about what could not be exported. */
  skipped: number;
};

/** Reports and counts what cannot be exported. `hint`: reports without counting. */
export type SkippedCounter = { report(message: string): void; hint(message: string): void; count(): number };

/**
 * Calls `work` with a crawl and stores that end the export before the next object or record when its signal aborts.
 *
 * @throws the reason of the signal; UsageError as `withCrawl`
 */
export function withExport(
  place: CrawlLocation,
  { interrupt, onSkipped, onHint }: Pick<ExportRun, 'interrupt' | 'onSkipped' | 'onHint'>,
  work: (crawl: string, stores: Stores, skipped: SkippedCounter) => Promise<Omit<ExportResult, 'skipped'>>,
): Promise<ExportResult> {
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    // Before anything is created for the output.
    interrupt.throwIfAborted();
    let count = 0;
    const report = (message: string) => {
      count++;
      onSkipped(message);
    };
    const result = await work(crawl, storesUntil(interrupt, stores), { report, hint: onHint, count: () => count });
    return { ...result, skipped: count };
  });
}

/** Returns stores whose lists of objects, records and changes throw the reason of a signal once it has aborted. */
export function storesUntil(interrupt: AbortSignal, stores: Stores): Stores {
  async function* checked<T>(items: AsyncIterable<T>) {
    for await (const item of items) {
      interrupt.throwIfAborted();
      yield item;
    }
  }
  const { objects, index } = stores;
  return {
    ...stores,
    objects: { ...objects, list: (prefix) => checked(objects.list(prefix)) },
    index: {
      ...index,
      records: (name) => checked(index.records(name)),
      async changedRecords(...query) {
        interrupt.throwIfAborted();
        return index.changedRecords(...query);
      },
    },
  };
}

export const incompleteMessage = (output: string) =>
  `interrupted: ${output} is not complete; the same command starts the export again`;

/** Prints what cannot be exported. It is an error of the command, after everything else is exported. */
export function skippedReporter(terminal: Terminal) {
  let count = 0;
  return {
    report(message: string): void {
      count++;
      terminal.err(printable(message));
    },
    hint: (message: string) => terminal.err(printable(message)),
    count: () => count,
    exitCode: () => (count > 0 ? EXIT.errors : EXIT.done),
  };
}
