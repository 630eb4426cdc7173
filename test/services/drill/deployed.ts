import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callAdmin } from '../../../cli/aws/api.ts';
import { apiUrl } from '../../../cli/aws/api-url.ts';
import { findDeadLetterQueues } from '../../../cli/aws/dead-letters.ts';
import type { Deployment } from '../../../cli/aws/deployment.ts';
import { fetchAccountId, listStackResources } from '../../../cli/aws/services.ts';
import { uniqueName } from '../../../infra/names.ts';
import { sqsClient } from '../../../shared/aws/clients.ts';
import { createSearchClient } from '../../../shared/aws/opensearch/opensearch-client.ts';
import { openSearchIndex } from '../../../shared/aws/opensearch/opensearch-index.ts';
import { sqsQueue } from '../../../shared/aws/sqs/sqs-queue.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';
import type { SearchRecord } from '../../../shared/ports/search-index.ts';
import { localClientOptions } from '../engines/engine.ts';
import { REGION } from '../engines/recipes.ts';
import { sleep } from '../stack/stack.ts';
import { type Account, successfulOutput } from './account.ts';

/** A deployed stack, as its operator sees it. */
export type Deployed = Awaited<ReturnType<typeof deploy>>;

/** The minimum concurrency that the service allows. Fetch has more than two instances, so that they can conflict. */
const SMALL = { maxFetch: 4, maxClean: 2, maxClassify: 2, maxIndex: 2 };

/** Runs `thresher deploy` with an existing search engine. @param args further arguments, such as a crawl.yaml. */
export async function deploy(account: Account, name: string, searchEndpoint: string, args: readonly string[] = []) {
  const context = { ...SMALL, search: 'external', searchEndpoint, searchSigning: 'none' };
  const chosen = Object.entries(context).flatMap(([option, value]) => ['-c', `${option}=${value}`]);
  const here = ['--stack', name, '--dir', account.dir];
  successfulOutput(await account.thresher('deploy', ...args, ...here, ...chosen, '--yes'));

  const deployment = JSON.parse(readFileSync(join(account.dir, 'aws', `${name}.json`), 'utf8')) as Deployment;
  const stack = { ...deployment, aws: account.aws };
  const queues = findDeadLetterQueues(await listStackResources(account.aws, name));
  const sqs = sqsClient(localClientOptions(account.url));
  const index = openSearchIndex(
    createSearchClient({ endpoint: searchEndpoint, signing: 'none', region: REGION }),
    `${uniqueName(name)}-${REGION}-${await fetchAccountId(account.aws)}`,
    () => '',
  );
  return {
    name,
    outputs: deployment.outputs,
    /** URL of the HTTP API, with a trailing slash. */
    api: apiUrl(stack),
    queues,
    sqs,
    /** Runs the command line against this stack. */
    thresher: (verb: string, ...args: string[]) => account.thresher(verb, ...args, '--target', 'aws', ...here),
    destroy: () => account.thresher('destroy', ...here, '--yes'),
    status: (crawl: string) => callAdmin(stack, { action: 'status', crawl }),
    /** Returns the number of messages in the queues of all stages. */
    async waiting(): Promise<number> {
      const depths = await Promise.all(
        [...queues.values()].map(({ target }) => sqsQueue(sqs, { url: target }).depth()),
      );
      return depths.reduce((sum, { waiting, inFlight }) => sum + waiting + inFlight, 0);
    },
    async records(crawl: string): Promise<SearchRecord[]> {
      const all: SearchRecord[] = [];
      for await (const record of index.records(crawl)) all.push(record);
      return all;
    },
  };
}

/**
 * Waits until the crawls rest: no host is due, and at most `poison` messages are in the queues. Dead letters of one crawl leave all crawls
 * of the stack incomplete.
 *
 * @throws Error if that takes longer than `limitS` seconds.
 */
export async function waitUntilQuiet(
  stack: Deployed,
  crawls: string[],
  limitS: number,
  poison = 0,
): Promise<CrawlStatus[]> {
  const until = performance.now() + limitS * 1_000;
  for (let quiet = 0; ; ) {
    const statuses = await Promise.all(crawls.map((crawl) => stack.status(crawl)));
    const waiting = await stack.waiting();
    quiet = statuses.every(({ state }) => state !== 'running') && waiting <= poison ? quiet + 1 : 0;
    // Queue depths are approximate, so three consecutive checks must agree.
    if (quiet === 3) return statuses;
    if (performance.now() > until) throw new Error(`not done in time: ${JSON.stringify({ statuses, waiting })}`);
    await sleep(2_000);
  }
}
