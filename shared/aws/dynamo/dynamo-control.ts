import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  paginateScan,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import type { Control, ControlStore, Counts, CrawlState, ReindexMark, Reservation } from '../../ports/control.ts';
import { attributeNames, conditionalUpdate, type Item, n, numberAttribute, s, stringAttribute } from './dynamo-item.ts';

const COUNT_PREFIX = 'count.';
const RESERVATION_PREFIX = 'share.';

/**
 * Item: `crawl` (S, partition key) · `state`, `settingsKey` (S) · `createdAt` (N, epoch ms) · `count.<name>` (N) each ·
 * `share.<id>` (M: `pages`, `until` N) each · `reindexing` (M: `at`, `seenAt` N; optional).
 *
 * Counts and reservations are separate attributes instead of maps, since ADD accepts only top-level attributes. So one update can
 * add to counts that may not exist yet, and remove a reservation.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
 */
export function dynamoControl(client: DynamoDBClient, table: string): ControlStore {
  const update = (crawl: string, input: Partial<UpdateItemCommandInput>) =>
    conditionalUpdate(client, {
      TableName: table,
      Key: { crawl: s(crawl) },
      ConditionExpression: 'attribute_exists(#crawl)',
      ReturnValues: 'NONE',
      ...input,
      ExpressionAttributeNames: { ...attributeNames('crawl'), ...input.ExpressionAttributeNames },
    });
  const updateExisting = async (crawl: string, input: Partial<UpdateItemCommandInput>) => {
    const { done } = await update(crawl, input);
    if (!done) throw noSuchCrawl(crawl);
  };

  return {
    async get(crawl) {
      const { Item } = await client.send(
        new GetItemCommand({ TableName: table, Key: { crawl: s(crawl) }, ConsistentRead: true }),
      );
      return Item && parseControl(Item);
    },

    async list() {
      const found: Control[] = [];
      for await (const page of paginateScan({ client }, { TableName: table, ConsistentRead: true })) {
        found.push(...(page.Items ?? []).map(parseControl));
      }
      return found.sort((a, b) => (a.crawl < b.crawl ? -1 : 1));
    },

    async create(crawl, settingsKey, now) {
      const { done } = await update(crawl, {
        ConditionExpression: 'attribute_not_exists(#crawl)',
        UpdateExpression: 'SET #state = :open, #settingsKey = :key, #createdAt = :now',
        ExpressionAttributeNames: attributeNames('state', 'settingsKey', 'createdAt'),
        ExpressionAttributeValues: { ':open': s('open'), ':key': s(settingsKey), ':now': n(now) },
      });
      return done;
    },

    setState: (crawl, state) => updateExisting(crawl, setAttribute('state', s(state))),

    async setSettingsKey(crawl, seen, settingsKey) {
      const { done, item } = await update(crawl, {
        ConditionExpression: 'attribute_exists(#crawl) AND #settingsKey IN (:seen, :key)',
        UpdateExpression: 'SET #settingsKey = :key',
        ExpressionAttributeNames: attributeNames('settingsKey'),
        ExpressionAttributeValues: { ':seen': s(seen), ':key': s(settingsKey) },
      });
      if (!done && !item) throw noSuchCrawl(crawl);
      return done;
    },

    reserve: (crawl, id, { pages, until }) =>
      updateExisting(crawl, setAttribute(RESERVATION_PREFIX + id, { M: { pages: n(pages), until: n(until) } })),

    async addUsage(crawl, counts, reservationId) {
      const input = addUsageInput(counts, reservationId);
      if (input) await updateExisting(crawl, input);
    },

    async setReindexing(crawl, { at, seenAt }) {
      const { done, item } = await update(crawl, {
        ConditionExpression:
          'attribute_exists(#crawl) AND (attribute_not_exists(#reindexing) OR #reindexing.#at <= :at)',
        UpdateExpression: 'SET #reindexing = :mark',
        ExpressionAttributeNames: attributeNames('reindexing', 'at'),
        ExpressionAttributeValues: { ':at': n(at), ':mark': { M: { at: n(at), seenAt: n(seenAt) } } },
      });
      if (!done && !item) throw noSuchCrawl(crawl);
    },

    async clearReindexing(crawl, at) {
      await update(crawl, {
        ConditionExpression: 'attribute_exists(#crawl) AND #reindexing.#at = :at',
        UpdateExpression: 'REMOVE #reindexing',
        ExpressionAttributeNames: attributeNames('reindexing', 'at'),
        ExpressionAttributeValues: { ':at': n(at) },
      });
    },
  };
}

const noSuchCrawl = (crawl: string) => new Error(`there is no crawl "${crawl}"`);

const setAttribute = (name: string, value: AttributeValue): Partial<UpdateItemCommandInput> => ({
  UpdateExpression: 'SET #name = :value',
  ExpressionAttributeNames: { '#name': name },
  ExpressionAttributeValues: { ':value': value },
});

/** @returns the update that adds counts and removes a reservation; undefined if there is nothing to update. */
function addUsageInput(counts: Counts, reservationId?: string): Partial<UpdateItemCommandInput> | undefined {
  const added = Object.entries(counts).filter(([, count]) => count !== 0);
  if (added.length === 0 && reservationId === undefined) return undefined;
  const add = added.map((_, i) => `#c${i} :c${i}`).join(', ');
  return {
    UpdateExpression: [add && `ADD ${add}`, reservationId === undefined ? '' : 'REMOVE #share']
      .filter(Boolean)
      .join(' '),
    ExpressionAttributeNames: {
      ...Object.fromEntries(added.map(([name], i) => [`#c${i}`, COUNT_PREFIX + name])),
      ...(reservationId !== undefined && { '#share': RESERVATION_PREFIX + reservationId }),
    },
    ...(add && {
      ExpressionAttributeValues: Object.fromEntries(added.map(([, count], i) => [`:c${i}`, n(count)])),
    }),
  };
}

function parseControl(item: Item): Control {
  const counts: Record<string, number> = {};
  const shares: Record<string, Reservation> = {};
  for (const [name, value] of Object.entries(item)) {
    if (name.startsWith(COUNT_PREFIX)) counts[name.slice(COUNT_PREFIX.length)] = Number(value.N);
    if (name.startsWith(RESERVATION_PREFIX)) {
      shares[name.slice(RESERVATION_PREFIX.length)] = {
        pages: numberAttribute(value.M ?? {}, 'pages'),
        until: numberAttribute(value.M ?? {}, 'until'),
      };
    }
  }
  return {
    crawl: stringAttribute(item, 'crawl'),
    state: stringAttribute(item, 'state') as CrawlState,
    settingsKey: stringAttribute(item, 'settingsKey'),
    createdAt: numberAttribute(item, 'createdAt'),
    counts,
    shares,
    ...(item['reindexing'] && { reindexing: parseReindexMark(item['reindexing'].M ?? {}) }),
  };
}

const parseReindexMark = (mark: Item): ReindexMark => ({
  at: numberAttribute(mark, 'at'),
  seenAt: numberAttribute(mark, 'seenAt'),
});
