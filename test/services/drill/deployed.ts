import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiOf } from '../../../cli/aws/address.ts';
import { administer } from '../../../cli/aws/api.ts';
import { queuesIn } from '../../../cli/aws/dead-letters.ts';
import type { Deployment } from '../../../cli/aws/deployment.ts';
import { resourcesOf } from '../../../cli/aws/services.ts';
import { uniqueName } from '../../../infra/names.ts';
import { sqsClient } from '../../../shared/aws/clients.ts';
import { searchClient } from '../../../shared/aws/opensearch/opensearch-client.ts';
import { openSearchIndex } from '../../../shared/aws/opensearch/opensearch-index.ts';
import { sqsQueue } from '../../../shared/aws/sqs/sqs-queue.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';
import type { SearchRecord } from '../../../shared/ports/search-index.ts';
import { standIn } from '../engines/engine.ts';
import { REGION } from '../engines/recipes.ts';
import { sleep } from '../stack/stack.ts';
import { type Account, ended } from './account.ts';

/** A stack that is deployed, as whoever deployed it sees it. */
export type Deployed = Awaited<ReturnType<typeof deploy>>;

/** As few copies as the service takes; of fetch more than two, so that they can be in each other's way. */
const SMALL = { maxFetch: 4, maxClean: 2, maxClassify: 2, maxIndex: 2 };

/** `thresher deploy`, with a search engine that is there already. @param crawlFile a crawl that begins with it. */
export async function deploy(account: Account, name: string, searchEndpoint: string, crawlFile?: string) {
  const context = { ...SMALL, search: 'external', searchEndpoint, searchSigning: 'none' };
  const chosen = Object.entries(context).flatMap(([option, value]) => ['-c', `${option}=${value}`]);
  const here = ['--stack', name, '--dir', account.dir];
  ended(await account.thresher('deploy', ...(crawlFile ? [crawlFile] : []), ...here, ...chosen, '--yes'));

  const deployment = JSON.parse(readFileSync(join(account.dir, 'aws', `${name}.json`), 'utf8')) as Deployment;
  const stack = { ...deployment, aws: account.aws };
  const queues = queuesIn(await resourcesOf(account.aws, name));
  const sqs = sqsClient(standIn(account.url));
  const index = openSearchIndex(
    searchClient({ endpoint: searchEndpoint, signing: 'none', region: REGION }),
    uniqueName(name),
    () => '',
  );
  return {
    name,
    outputs: deployment.outputs,
    /** Where the pages are, with a slash at its end. */
    api: apiOf(stack),
    queues,
    sqs,
    /** The command line, against this stack. */
    thresher: (verb: string, ...args: string[]) => account.thresher(verb, ...args, '--target', 'aws', ...here),
    destroy: () => account.thresher('destroy', ...here, '--yes'),
    status: (crawl: string) => administer<CrawlStatus>(stack, { action: 'status', crawl }),
    /** Messages that some stage has to work off. */
    async waiting(): Promise<number> {
      const depths = await Promise.all(
        [...queues.values()].map(({ target }) => sqsQueue(sqs, { url: target }).depth()),
      );
      return depths.reduce((sum, { waiting, underWay }) => sum + waiting + underWay, 0);
    },
    async records(crawl: string): Promise<SearchRecord[]> {
      const all: SearchRecord[] = [];
      for await (const record of index.records(crawl)) all.push(record);
      return all;
    },
  };
}

/**
 * Waits until nothing is left to do: no host is due, and no message but `poison` is anywhere.
 *
 * @throws when that takes longer than `limitS`.
 */
export async function untilQuiet(
  stack: Deployed,
  crawls: string[],
  limitS: number,
  poison = 0,
): Promise<CrawlStatus[]> {
  const until = performance.now() + limitS * 1_000;
  for (let quiet = 0; ; ) {
    const statuses = await Promise.all(crawls.map((crawl) => stack.status(crawl)));
    const waiting = await stack.waiting();
    quiet = statuses.every(({ state }) => state === 'done') && waiting <= poison ? quiet + 1 : 0;
    // Counts of queues are approximate: three looks in a row.
    if (quiet === 3) return statuses;
    if (performance.now() > until) throw new Error(`not done in time: ${JSON.stringify({ statuses, waiting })}`);
    await sleep(2_000);
  }
}
