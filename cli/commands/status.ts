import type { TopicReport } from '../../shared/classify/review/report-topic.ts';
import { COUNTED_PAGE } from '../../shared/frontier/counted-page.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { Control } from '../../shared/ports/control.ts';
import { findMovedSeeds } from '../../shared/settings/explain/moved-seeds.ts';
import { reportCrawlTopic, SHORT_TOPIC_REPORT } from '../../shared/settings/explain/report-crawl-topic.ts';
import { callAdmin, resolveCrawl } from '../aws/api.ts';
import { stackPlace } from '../aws/follow-crawl.ts';
import { openStack, TARGET_OPTIONS, type TargetOptions, targetsAws } from '../aws/target.ts';
import { CRAWL_OPTIONS, command, DEFAULT_DIR, EXIT } from '../command.ts';
import { describeStorageError } from '../describe-error.ts';
import { type CrawlLocation, selectCrawl, withFolder } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { folderPlace, type PlaceArguments } from '../output/quote-for-shell.ts';
import { crawlLines, type ListedCrawl, statusLines } from '../output/status-lines.ts';
import type { Terminal } from '../output/terminal.ts';
import { topicLines } from '../output/topic-lines.ts';
import { VERSION } from '../package.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import { readLocalStatus } from '../run/local-status.ts';
import type { Stores } from '../run/wiring.ts';

export const statusCommand = command({
  name: 'status',
  usage: ['[--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]'],
  about: `Shows the state of a crawl, its counts and its limits. The crawl may be running. Of a folder with several crawls it lists each with its state and counts, unless --name selects one; --json needs --name then. A crawl whose settings cannot be read is listed with the fault, and the exit code is 1.

${COUNTED_PAGE}`,
  options: { ...CRAWL_OPTIONS, ...TARGET_OPTIONS },
  examples: [
    ['thresher status', 'Show the crawl in the folder .thresher'],
    ['thresher status --dir data --name plants --json', 'Show one of several crawls, as JSON'],
    ['thresher status --target aws', 'Show the crawl in the stack deployed from this folder'],
    ['thresher status --target aws --stack Other --region eu-north-1', 'Show the crawl in any stack of the account'],
  ],
  async run({ options }, terminal) {
    const found = await (targetsAws(options) ? fetchStackStatus(options, terminal) : statusInFolder(options));
    if (Array.isArray(found)) {
      for (const line of crawlLines(found, options.dir ?? DEFAULT_DIR)) terminal.out(line);
      return found.some((one) => 'fault' in one) ? EXIT.errors : EXIT.done;
    }
    const { topic, place, ...status } = found;
    if (options.json) terminal.out(formatJson({ ...status, ...(topic && { topic }) }));
    else {
      for (const line of statusLines(status, place, topic?.cutOffs)) terminal.out(line);
      if (topic) for (const line of ['', ...topicLines(topic)]) terminal.out(line);
    }
    return EXIT.done;
  },
});

/** `place`: options for further commands. `topic`: absent if the crawl has no topic, or if the report failed. */
type StatusWithTopic = CrawlStatus & {
  place: PlaceArguments;
  topic?: TopicReport | undefined;
  /** Time at which the crawl was created, ISO 8601. Absent: in a stack. */
  createdAt?: string;
  /** Version of this command. Absent: in a stack. */
  version?: string;
};

/** @returns a list if the folder has several crawls and none is selected; JSON needs one */
function statusInFolder({
  dir: given,
  name,
  json,
}: CrawlLocation & { json?: boolean }): Promise<StatusWithTopic | ListedCrawl[]> {
  return withFolder(given, 'read', async (crawls, stores, dir) => {
    if (name === undefined && !json && crawls.length > 1) return listCrawls(crawls, stores, dir);
    const control = selectCrawl(crawls, name, dir, stores.removal.unfinished());
    const { settings } = await loadStoredSettings(control.crawl, stores);
    const found = await readLocalStatus(control.crawl, stores, dir, settings);
    if (!found) throw new Error(`crawl ${control.crawl} was deleted while its status was read`);
    const status = { ...found, createdAt: new Date(control.createdAt).toISOString(), version: VERSION };
    const moved = await findMovedSeeds(settings, stores);
    const topic = await reportCrawlTopic(settings, control, stores, SHORT_TOPIC_REPORT);
    return { ...status, ...moved, topic, place: folderPlace(dir, control.crawl) };
  });
}

/** Returns the status of each crawl, or its fault. A crawl that is deleted meanwhile is left out. */
async function listCrawls(crawls: readonly Control[], stores: Stores, dir: string): Promise<ListedCrawl[]> {
  const all: ListedCrawl[] = [];
  for (const { crawl } of crawls) {
    const found = await loadStoredSettings(crawl, stores).catch((error: Error) => ({
      crawl,
      fault: describeStorageError(error) ?? error.message,
    }));
    if (!('fault' in found)) {
      const status = await readLocalStatus(crawl, stores, dir, found.settings);
      if (status) all.push(status);
    } else if (await stores.control.get(crawl)) all.push(found);
  }
  return all;
}

async function fetchStackStatus(options: TargetOptions & CrawlLocation, terminal: Terminal): Promise<StatusWithTopic> {
  const stack = await openStack(options, terminal);
  const crawl = await resolveCrawl(stack, options.name);
  const status = { ...(await callAdmin(stack, { action: 'status', crawl })), place: stackPlace(stack, crawl) };
  const { pages, listed } = SHORT_TOPIC_REPORT;
  try {
    const { topic } = await callAdmin(stack, { action: 'topic', crawl, pages, listed });
    return { ...status, topic: topic ?? undefined };
  } catch (error) {
    // A stack of an earlier version does not know the action. The status is right without it.
    terminal.err(`no report on the topic: ${(error as Error).message}`);
    return status;
  }
}
