import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  paginateScan,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import type { Control, ControlStore, Counts } from '../../ports/control.ts';
import { COUNT_PREFIX, parseControl, RESERVATION_PREFIX } from './dynamo-control-item.ts';
import { attributeNames, conditionalUpdate, n, numberAttribute, s, stringAttribute } from './dynamo-item.ts';

/** The table of control items. `dynamo-control-item.ts` documents them. */
export function dynamoControl(client: DynamoDBClient, table: string): ControlStore {
  const update: Update = (crawl, input) =>
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
      const { done, item } = await update(crawl, {
        ConditionExpression: 'attribute_not_exists(#crawl)',
        UpdateExpression: 'SET #state = :open, #settingsKey = :key, #createdAt = :now',
        ExpressionAttributeNames: attributeNames('state', 'settingsKey', 'createdAt'),
        ExpressionAttributeValues: { ':open': s('open'), ':key': s(settingsKey), ':now': n(now) },
      });
      // If the response is lost, the SDK retries, and the retry finds the item as this call wrote it.
      return (
        done ||
        (item !== undefined &&
          stringAttribute(item, 'settingsKey') === settingsKey &&
          numberAttribute(item, 'createdAt') === now)
      );
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

    async claim(crawl, id, by) {
      const { done, item } = await update(crawl, {
        ConditionExpression:
          'attribute_exists(#crawl) AND attribute_exists(#share) AND (attribute_not_exists(#share.#by) OR #share.#by = :by)',
        UpdateExpression: 'SET #share.#by = :by',
        ExpressionAttributeNames: { '#share': RESERVATION_PREFIX + id, '#by': 'by' },
        ExpressionAttributeValues: { ':by': s(by) },
      });
      if (!done && !item) throw noSuchCrawl(crawl);
      return done;
    },

    async addUsage(crawl, counts, reservationId) {
      if (reservationId !== undefined && (await settle(update, crawl, counts, reservationId))) return;
      const input = addUsageInput(counts);
      if (input) await updateExisting(crawl, input);
    },

    ...reindexCalls(update),
  };
}

type Update = (crawl: string, input: Partial<UpdateItemCommandInput>) => ReturnType<typeof conditionalUpdate>;

function reindexCalls(update: Update): Pick<ControlStore, 'setReindexing' | 'clearReindexing'> {
  return {
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

/**
 * Adds counts and removes a reservation if it exists. If the response is lost, the SDK retries, and the retry finds the
 * reservation removed. So counts with a reservation are added once.
 *
 * @returns false if there was no such reservation: nothing is added then.
 * @throws if the crawl does not exist.
 */
async function settle(update: Update, crawl: string, counts: Counts, reservationId: string): Promise<boolean> {
  const { done, item, isRetry } = await update(crawl, {
    ...addUsageInput(counts, reservationId),
    ConditionExpression: 'attribute_exists(#crawl) AND attribute_exists(#share)',
  });
  if (!done && !item) throw noSuchCrawl(crawl);
  return done || isRetry;
}

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
