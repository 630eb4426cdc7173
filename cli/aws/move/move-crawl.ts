import { readApplied, storeApplied } from '../../../shared/settings/applied/applied-settings.ts';
import { formatCount, formatNoun } from '../../../shared/text/format-count.ts';
import { UsageError } from '../../command.ts';
import { dumpLines } from '../../maintain/dump-frontier.ts';
import { loadDump } from '../../maintain/load-frontier.ts';
import { loadIntoStack } from '../../maintain/load-target.ts';
import { withFolderLock } from '../../maintain/with-folder-lock.ts';
import { withCrawl } from '../../open-crawl.ts';
import { formatJson } from '../../output/format-json.ts';
import type { Terminal } from '../../output/terminal.ts';
import { callAdmin } from '../api.ts';
import { createCrawlOnStack } from '../create-crawl.ts';
import { ServiceError, withServiceErrors } from '../error.ts';
import { targetArguments } from '../follow-crawl.ts';
import type { Stack } from '../target.ts';
import { copyObjects } from './copy-objects.ts';
import { type MovedCrawl, refuseUnprocessed } from './moved-crawl.ts';

/**
 * Moves a crawl to a stack: its URLs, archive, documents and records. The crawl is paused in the stack until everything is there. Then it continues,
 * unless it was paused or stopped in the folder. The folder keeps its data, and its crawl is stopped before that, so that no page is fetched twice.
 * Each step before can be repeated, so after an interruption all are.
 *
 * @returns false if the user interrupts
 * @throws UsageError if the stack has the crawl, and it is not paused; FolderInUseError if a crawl runs in the folder; ServiceError
 */
export async function moveCrawl(stack: Stack, moved: MovedCrawl, terminal: Terminal): Promise<boolean> {
  const { dir, crawl, settings } = moved;
  const place = { dir, name: crawl };
  return withFolderLock(place, async () => {
    // A crawl may have run since the deployment began.
    await withCrawl(place, 'read', (_, stores) => refuseUnprocessed(crawl, dir, stores));
    await createCrawlOnStack(stack, settings, terminal, { dir, paused: true });
    if (terminal.interrupt.aborted) return false;
    const isCopied = await withCrawl(place, 'read', async (control, stores) => {
      const lines = (async function* () {
        for await (const line of dumpLines(control, stores)) yield formatJson(line);
      })();
      const loaded = await loadDump({ name: dir, lines }, loadIntoStack(stack, crawl), terminal);
      if (terminal.interrupt.aborted) return false;
      if (loaded.errors > 0)
        throw new UsageError(
          `${formatNoun(loaded.errors, 'line')} of the frontier could not be loaded (see above); crawl ${crawl} stays paused in the stack`,
        );
      terminal.err(
        `${crawl}: ${formatNoun(loaded.pages, 'page')} and ${formatNoun(loaded.queued, 'queued URL')} of ${formatNoun(loaded.hosts, 'host')} loaded`,
      );
      const applied = await readApplied(crawl, control.settingsKey, stores.objects);
      const copied = await withServiceErrors('s3', async () => {
        const objects = await stack.aws.openObjects(bucketsOf(stack));
        const n = await copyObjects(crawl, stores.objects, objects, terminal);
        if (n === undefined) return undefined;
        // Changes of records are numbered by run, so the stack continues the numbers of the folder, or its own after an earlier move.
        const { runs } = await readApplied(crawl, control.settingsKey, objects);
        await storeApplied(crawl, { ...applied, runs: Math.max(runs, applied.runs) }, objects);
        return n;
      });
      if (copied === undefined) return false;
      terminal.err(`${crawl}: ${formatCount(copied)} stored objects copied`);
      return true;
    });
    if (!isCopied) return false;
    if (stack.context?.['search'] !== 'none') await reindexOnStack(stack, crawl, terminal);
    // Before the stack continues it: the answer may be lost, and then both would crawl.
    await withCrawl(place, 'write', (_, { control }) => control.setState(crawl, 'stopped'));
    terminal.err(`${crawl}: stopped in ${dir}, so that no page is fetched twice`);
    if (moved.state === 'open') await resumeOnStack(stack, crawl);
    return true;
  });
}

/** Has the stack write the records to its index. */
async function reindexOnStack(stack: Stack, crawl: string, terminal: Terminal): Promise<void> {
  await callAdmin(stack, { action: 'reindex', crawl }).catch((error: unknown) => {
    // A repeated move may find the reindex of the one before.
    if (!(error instanceof UsageError)) throw error;
    terminal.err(error.message);
  });
}

/** @throws ServiceError that says how to resume the crawl, which is stopped in the folder already */
async function resumeOnStack(stack: Stack, crawl: string): Promise<void> {
  try {
    await callAdmin(stack, { action: 'resume', crawl });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(
      `${error.message}; the crawl is moved, continue it with: npx thresher resume ${targetArguments(stack, crawl)}`,
      { cause: error },
    );
  }
}

/** @throws UsageError if the outputs of the stack do not name its buckets */
function bucketsOf({ stack, outputs }: Stack): { raw: string; data: string } {
  const { RawBucket: raw, DataBucket: data } = outputs;
  if (raw !== undefined && data !== undefined) return { raw, data };
  throw new UsageError(`stack ${stack}: its outputs name no buckets; deploy it again`);
}
