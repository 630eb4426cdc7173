/* A maintenance command reads the head of an idle host, and a link arrives before it opens the head. The host must stay due. */
import { expect, test } from 'vitest';
import { dynamoFrontier } from '../../../shared/aws/dynamo/dynamo-frontier.ts';
import { loadHost } from '../../../shared/frontier/dump/load-host.ts';
import { enqueueLinks } from '../../../shared/frontier/enqueue-links.ts';
import { rewriteHost } from '../../../shared/frontier/host/rewrite-host.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import type { Frontier } from '../../../shared/ports/frontier.ts';
import type { Url } from '../../../shared/url/url.ts';
import { clientOf } from '../../aws/dynamo/dynamo-transport.ts';
import { memoryDynamo } from '../../aws/dynamo/memory-dynamo.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { frontierTables } from '../../services/engines/tables.ts';

const KEY = { crawl: 'main', host: 'bog.example' };
const clock = { now: () => 10_000, sleep: async () => {} };

async function dynamo(): Promise<Frontier> {
  const client = clientOf(memoryDynamo());
  return dynamoFrontier(client, await frontierTables(client), memoryObjects());
}

async function offer(frontier: Frontier, path: string) {
  const link = {
    url: `http://bog.example${path}` as Url,
    kind: 'page' as const,
    class: 1,
    depth: 1,
    parent: null,
    score: 0,
  };
  await enqueueLinks({ crawl: 'main', source: path, links: [link], feedback: [] }, { frontier, clock }, 'host');
}

/** A host without work, to which a link comes right after its head was read. */
async function idleHost(frontier: Frontier): Promise<Frontier> {
  await frontier.notifyHosts([{ ...KEY, group: KEY.host, best: 3 }], 10_000);
  const opened = await frontier.open(KEY, 10_000, KEY.host);
  if (!('head' in opened)) throw new Error('not opened');
  await frontier.commit(KEY, opened.head.epoch, { state: 'idle', manifest: '', best: 7, counts: {} });
  let isOffered = false;
  return {
    ...frontier,
    async open(...given) {
      if (!isOffered) {
        isOffered = true;
        await offer(frontier, '/new');
      }
      return frontier.open(...given);
    },
  };
}

const STORES = [
  ['SQLite', async () => sqliteFrontier(openDatabase(':memory:'))],
  ['DynamoDB', dynamo],
] as const;

test.each(STORES)('a link that arrives during a rewrite leaves its host due (%s)', async (_name, open) => {
  const frontier = await open();
  const racing = await idleHost(frontier);
  await rewriteHost(KEY, { page: (page) => page, recount: true }, { frontier: racing, clock });
  expect((await frontier.readInbox(KEY, 10)).items).toHaveLength(1);
  expect(await frontier.getHead(KEY)).toMatchObject({ state: 'ready' });
});

test.each(STORES)('a link that arrives during a load leaves its host due (%s)', async (_name, open) => {
  const frontier = await open();
  const racing = await idleHost(frontier);
  await loadHost(KEY, [], { frontier: racing, clock }, { grouping: 'host', maxPagesPerTemplate: null });
  expect((await frontier.readInbox(KEY, 10)).items).toHaveLength(1);
  expect(await frontier.getHead(KEY)).toMatchObject({ state: 'ready' });
});
