/** What all exports share: they end when the user interrupts them, and report what was written and what could not be. */
import { EXIT, type ExitCode } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import type { Stores } from '../run/wiring.ts';
import type { ExportFormat } from './export-formats.ts';

/** Where an export is reported. `json`: counts on standard output. */
export type Report = { terminal: Terminal; json: boolean };

/** A complete export, with its numbers by what it counts. */
type Result = { crawl: string; format: ExportFormat; output: string; [count: string]: string | number };

/** Prints the counts of a complete export, if they are wanted as JSON. */
export function ended(result: Result, skipped: SkippedReporter, { terminal, json }: Report): ExitCode {
  if (json) terminal.out(formatJson({ ...result, skipped: skipped.count() }));
  return skipped.exitCode();
}

/** Calls `work` with a crawl and stores that end the export before the next object or record when the user interrupts it. */
export function untilInterrupted(
  output: string,
  place: CrawlLocation,
  { interrupt, err }: Terminal,
  work: (crawl: string, stores: Stores) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    async function* checked<T>(items: AsyncIterable<T>) {
      for await (const item of items) {
        interrupt.throwIfAborted();
        yield item;
      }
    }
    const { objects, index } = stores;
    try {
      return await work(crawl, {
        ...stores,
        objects: { ...objects, list: (prefix) => checked(objects.list(prefix)) },
        index: { ...index, records: (name) => checked(index.records(name)) },
      });
    } catch (error) {
      if (!interrupt.aborted) throw error;
      err(incompleteMessage(output));
      return EXIT.interrupted;
    }
  });
}

export const incompleteMessage = (output: string) =>
  `interrupted: ${output} is not complete; the same command starts the export again`;

export type SkippedReporter = ReturnType<typeof skippedReporter>;

/** Prints what cannot be exported. It is an error of the command, after everything else is exported. */
export function skippedReporter(terminal: Terminal) {
  let count = 0;
  return {
    report(message: string): void {
      count++;
      terminal.err(printable(message));
    },
    count: () => count,
    exitCode: () => (count > 0 ? EXIT.errors : EXIT.done),
  };
}
