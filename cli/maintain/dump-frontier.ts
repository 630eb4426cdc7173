import type { CrawlLine } from '../../shared/admin/dump-lines.ts';
import { dumpFrontier as dumpHosts } from '../../shared/frontier/dump/dump-frontier.ts';
import type { HostDumpLine } from '../../shared/frontier/dump/dump-line.ts';
import type { HostPosition } from '../../shared/frontier/list-heads-from.ts';
import type { Control } from '../../shared/ports/control.ts';
import { loadModels } from '../../shared/settings/topic-models.ts';
import { callAdmin, resolveCrawl } from '../aws/api.ts';
import type { Stack } from '../aws/target.ts';
import { DEFAULT_DIR } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import type { Terminal } from '../output/terminal.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import { lockFolder } from '../run/folder/folder-lock.ts';
import type { Stores } from '../run/wiring.ts';

export type DumpLine = CrawlLine | HostDumpLine | { type: 'end'; lines: number };

/** Prints a line of a dump; the promise resolves when there is room for more. */
type Print = (line: DumpLine) => Promise<void> | undefined;

/**
 * Dumps the frontier of a crawl in a data folder.
 *
 * @throws UsageError, FolderInUseError if the crawl runs
 */
export async function dumpLocally(place: CrawlLocation, terminal: Terminal): Promise<void> {
  const print = printer(terminal);
  await withCrawl(place, 'read', async (control, stores, dir = DEFAULT_DIR) => {
    // Visits of a running crawl delete the bundles that they replace.
    const unlock = lockFolder(dir);
    try {
      for await (const line of dumpLines(control, stores)) {
        if (isEnded(terminal)) return;
        await print(line);
      }
    } finally {
      unlock();
    }
  });
}

/** Yields the lines of a dump. The crawl must not run. */
export async function* dumpLines(
  { crawl, state, createdAt, counts }: Control,
  stores: Pick<Stores, 'control' | 'objects' | 'frontier' | 'clock'>,
): AsyncIterable<DumpLine> {
  const stored = await loadStoredSettings(crawl, stores);
  const settings = await loadModels(stored.settings, stores.objects);
  yield { type: 'crawl', version: 1, crawl, at: stores.clock.now(), state, createdAt, counts, settings };
  let lines = 1;
  for await (const { line } of dumpHosts(crawl, stores.frontier)) {
    yield line;
    lines++;
  }
  yield { type: 'end', lines };
}

/** Dumps the frontier of a paused or stopped crawl in a stack, answer by answer. */
export async function dumpFromStack(stack: Stack, name: string | undefined, terminal: Terminal): Promise<void> {
  const print = printer(terminal);
  const crawl = await resolveCrawl(stack, name);
  let lines = 0;
  for (let from: HostPosition | undefined; ; ) {
    const answer = await callAdmin(stack, { action: 'dump-frontier', crawl, ...(from && { from }) });
    for (const line of answer.lines) {
      if (isEnded(terminal)) return;
      await print(line);
      lines++;
    }
    from = answer.from;
    if (!from) break;
  }
  await print({ type: 'end', lines });
}

const printer =
  (terminal: Terminal): Print =>
  (line) =>
    terminal.out(formatJson(line));

/** Whether the user ended the command, or its output has no reader. */
export const isEnded = ({ interrupt, closed }: Terminal): boolean => interrupt.aborted || closed.aborted;
