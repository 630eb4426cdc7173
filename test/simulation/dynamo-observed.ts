import { dynamoFrontier } from '../../shared/aws/dynamo/dynamo-frontier.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import { type DynamoCall, memoryDynamo, type Tables } from '../aws/dynamo/memory-dynamo.ts';
import { type DirectCall, directClient } from './direct-dynamo.ts';
import { atOnce, overNetwork, replicated } from './dynamo-network.ts';
import type { ObservedFrontier, OpenFrontier, WaitingOffer } from './observed-frontier.ts';
import { CRAWLS } from './stores.ts';

/** Items per page of a query: fewer than an inbox or a crawl has. */
const PAGE_SIZE = 7;
/** Small limits, so that heads often name offers and are full. */
const LIMITS = { maxPerHead: 3, minPerObject: 1 };
/** Maximum number of items of an inbox that a check reads. */
const MAX_INBOX_ITEMS = 1_000;

const TABLES = { heads: ['shard', 'host'], bundles: ['home', 'name'], inbox: ['home', 'id'] };
const NAMES = { heads: 'heads', bundles: 'bundles', inbox: 'inbox' };
const DUE_INDEX = { keys: ['line', 'due'], attributes: ['group', 'best', 'alone', 'begun'] };

/**
 * Returns a frontier of DynamoDB in memory. Its requests take time one by one, so that those of several workers mix; answers to
 * writes get lost, and eventually consistent reads are stale.
 *
 * @param faultRate probability that a request fails without effect, also after retries
 */
export const dynamoObserved =
  (faultRate = 0): OpenFrontier =>
  async ({ world, db, objects }) => {
    const tables: Tables = new Map();
    const memory = memoryDynamo(PAGE_SIZE, tables);
    const { call, changes } = replicated(world, memory);
    await createTables(call);
    const open = (direct: DirectCall) => dynamoFrontier(directClient(direct), NAMES, objects, LIMITS);
    const exact = open(atOnce(call, memory));
    const openAt = db.prepare('SELECT open_at FROM host_lock WHERE grp = ?');
    const openAtOf = (group: string) => (openAt.get(group) as { open_at: number } | undefined)?.open_at ?? 0;
    return {
      frontier: open(overNetwork(world, call, faultRate)),
      exact,
      lists: [],
      isAnyDue: (crawl, at) => isAnyDue(tables, crawl, at),
      changes,
      waitingOffers: (soon) => waitingOffers(exact, openAtOf, soon),
    } satisfies ObservedFrontier;
  };

/** Creates the tables of `infra/storage.ts`. */
async function createTables(call: DynamoCall): Promise<void> {
  const schema = (names: string[]) => names.map((AttributeName) => ({ AttributeName }));
  const index = {
    IndexName: 'due',
    KeySchema: schema(DUE_INDEX.keys),
    Projection: { NonKeyAttributes: DUE_INDEX.attributes },
  };
  for (const [TableName, keys] of Object.entries(TABLES))
    await call('CreateTable', {
      TableName,
      KeySchema: schema(keys),
      ...(TableName === NAMES.heads && { GlobalSecondaryIndexes: [index] }),
    });
}

function isAnyDue(tables: Tables, crawl: string, at: number): boolean {
  for (const { shard, due } of tables.get(NAMES.heads)!.items.values())
    if (shard?.S?.startsWith(`${crawl}#`) && due?.N !== undefined && Number(due.N) <= at) return true;
  return false;
}

async function waitingOffers(
  exact: Frontier,
  openAtOf: (group: string) => number,
  soon: number,
): Promise<WaitingOffer[]> {
  const waiting: WaitingOffer[] = [];
  for (const crawl of CRAWLS)
    for await (const { host, group, due, manifest } of exact.listHeads(crawl)) {
      if (due !== undefined && (due <= soon || due <= openAtOf(group) + 2000)) continue;
      const { items } = await exact.readInbox({ crawl, host }, MAX_INBOX_ITEMS);
      waiting.push(...items.map(({ id, body }) => ({ crawl, host, id, body, manifest })));
    }
  return waiting;
}
