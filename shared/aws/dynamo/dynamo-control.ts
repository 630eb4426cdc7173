import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  paginateScan,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import type { Control, ControlStore, CrawlState, Share } from '../../ports/control.ts';
import { type Item, n, names, numberOf, s, textOf, updateIf } from './dynamo-item.ts';

const COUNT = 'count.';
const SHARE = 'share.';

/**
 * Item: `crawl` (S, partition key) · `state`, `settingsKey` (S) · `createdAt` (N, epoch ms) · `count.<name>` (N) each ·
 * `share.<id>` (M: `pages`, `until` N) each.
 *
 * Counts and shares are attributes of their own and not maps, since ADD takes top-level attributes only: so one update
 * adds to counts that may not be there yet and removes a share.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
 */
export function dynamoControl(client: DynamoDBClient, table: string): ControlStore {
  const changeIf = (crawl: string, update: Partial<UpdateItemCommandInput>) =>
    updateIf(client, {
      TableName: table,
      Key: { crawl: s(crawl) },
      ConditionExpression: 'attribute_exists(#crawl)',
      ReturnValues: 'NONE',
      ...update,
      ExpressionAttributeNames: { ...names('crawl'), ...update.ExpressionAttributeNames },
    });
  const change = async (crawl: string, update: Partial<UpdateItemCommandInput>) => (await changeIf(crawl, update)).done;
  const changeOne = async (crawl: string, name: string, value: AttributeValue) => {
    const done = await change(crawl, {
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    });
    if (!done) throw new Error(`there is no crawl "${crawl}"`);
  };

  return {
    async get(crawl) {
      const { Item } = await client.send(
        new GetItemCommand({ TableName: table, Key: { crawl: s(crawl) }, ConsistentRead: true }),
      );
      return Item && controlOf(Item);
    },

    async list() {
      const found: Control[] = [];
      for await (const page of paginateScan({ client }, { TableName: table, ConsistentRead: true })) {
        found.push(...(page.Items ?? []).map(controlOf));
      }
      return found.sort((a, b) => (a.crawl < b.crawl ? -1 : 1));
    },

    create: (crawl, settingsKey, now) =>
      change(crawl, {
        ConditionExpression: 'attribute_not_exists(#crawl)',
        UpdateExpression: 'SET #state = :open, #settingsKey = :key, #createdAt = :now',
        ExpressionAttributeNames: names('state', 'settingsKey', 'createdAt'),
        ExpressionAttributeValues: { ':open': s('open'), ':key': s(settingsKey), ':now': n(now) },
      }),

    setState: (crawl, state) => changeOne(crawl, 'state', s(state)),
    async setSettingsKey(crawl, seen, settingsKey) {
      const { done, item } = await changeIf(crawl, {
        ConditionExpression: 'attribute_exists(#crawl) AND #settingsKey IN (:seen, :key)',
        UpdateExpression: 'SET #settingsKey = :key',
        ExpressionAttributeNames: names('settingsKey'),
        ExpressionAttributeValues: { ':seen': s(seen), ':key': s(settingsKey) },
      });
      if (!done && !item) throw new Error(`there is no crawl "${crawl}"`);
      return done;
    },

    share: (crawl, id, { pages, until }) => changeOne(crawl, SHARE + id, { M: { pages: n(pages), until: n(until) } }),

    async settle(crawl, counts, shareId) {
      const added = Object.entries(counts).filter(([, count]) => count !== 0);
      if (added.length === 0 && shareId === undefined) return;
      const add = added.map((_, i) => `#c${i} :c${i}`).join(', ');
      const done = await change(crawl, {
        UpdateExpression: [add && `ADD ${add}`, shareId === undefined ? '' : 'REMOVE #share'].filter(Boolean).join(' '),
        ExpressionAttributeNames: {
          ...Object.fromEntries(added.map(([name], i) => [`#c${i}`, COUNT + name])),
          ...(shareId !== undefined && { '#share': SHARE + shareId }),
        },
        ...(add && {
          ExpressionAttributeValues: Object.fromEntries(added.map(([, count], i) => [`:c${i}`, n(count)])),
        }),
      });
      if (!done) throw new Error(`there is no crawl "${crawl}"`);
    },
  };
}

function controlOf(item: Item): Control {
  const counts: Record<string, number> = {};
  const shares: Record<string, Share> = {};
  for (const [name, value] of Object.entries(item)) {
    if (name.startsWith(COUNT)) counts[name.slice(COUNT.length)] = Number(value.N);
    if (name.startsWith(SHARE)) {
      shares[name.slice(SHARE.length)] = {
        pages: numberOf(value.M ?? {}, 'pages'),
        until: numberOf(value.M ?? {}, 'until'),
      };
    }
  }
  return {
    crawl: textOf(item, 'crawl'),
    state: textOf(item, 'state') as CrawlState,
    settingsKey: textOf(item, 'settingsKey'),
    createdAt: numberOf(item, 'createdAt'),
    counts,
    shares,
  };
}
