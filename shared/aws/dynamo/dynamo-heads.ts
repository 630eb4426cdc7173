import { type DynamoDBClient, GetItemCommand, paginateQuery, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Announcement, DueHost, Frontier, HostKey, OpenRefusal } from '../../ports/frontier.ts';
import { eachAtOnce } from '../at-once.ts';
import { COUNT_AND_RAISE, COUNT_ONLY, WAKE } from './dynamo-announcement.ts';
import {
  dueHostOf,
  headOf,
  LINES_A_CLASS,
  lineOf,
  linesOf,
  mayOpen,
  shardOf,
  shardsOf,
  stateOf,
} from './dynamo-head-item.ts';
import { expiry, type Item, n, names, numberOf, s, textOf, updateIf } from './dynamo-item.ts';

/** A dead head that was not visited again so long after its rest is forgotten; its host may be found anew. */
const FORGET_DEAD_MS = 90 * 24 * 3_600_000;

/** Another worker can win between two forms of an announcement, hardly ever twice. */
const TRIES = 10;

type HeadCalls = Pick<
  Frontier,
  'due' | 'open' | 'commit' | 'postpone' | 'note' | 'setAside' | 'head' | 'heads' | 'announce'
>;

export function dynamoHeads(client: DynamoDBClient, table: string): HeadCalls {
  const itemAt = ({ crawl, host }: HostKey) => ({
    TableName: table,
    Key: { shard: s(shardOf(crawl, host)), host: s(host) },
  });
  /** An update that only the holder of this epoch may do. */
  /** @param attributes that the expression names. @param also a condition beside that of the epoch. */
  const ifMine = async (
    key: HostKey,
    epoch: number,
    UpdateExpression: string,
    values: Item,
    attributes: string[],
    also = '',
  ) => {
    const { done } = await updateIf(client, {
      ...itemAt(key),
      ConditionExpression: `#epoch = :epoch${also}`,
      UpdateExpression,
      ExpressionAttributeNames: names('epoch', ...attributes),
      ExpressionAttributeValues: { ':epoch': n(epoch), ...values },
      ReturnValues: 'NONE',
    });
    return done;
  };

  return {
    async due(crawl, now, limit) {
      // Half of the list may come from one class, and so may the other; lines are not quite even.
      const Limit = Math.ceil(limit / LINES_A_CLASS) + 8;
      const found = await eachAtOnce(linesOf(crawl), async (line) => {
        const { Items = [] } = await client.send(
          new QueryCommand({
            TableName: table,
            IndexName: 'due',
            KeyConditionExpression: '#line = :line AND #due <= :now',
            ExpressionAttributeNames: names('line', 'due'),
            ExpressionAttributeValues: { ':line': s(line), ':now': n(now) },
            Limit,
          }),
        );
        return Items.map((item) => dueHostOf(crawl, item));
      });
      return choose(found.flat(), limit);
    },

    async open(key, now, group) {
      const { done, item } = await updateIf(client, {
        ...itemAt(key),
        ConditionExpression: '#due <= :now AND #group = :group AND NOT #state IN (:paused, :poor)',
        UpdateExpression: 'SET #epoch = #epoch + :one, #attempts = #attempts + :one REMOVE #expiresAt',
        ExpressionAttributeNames: names('due', 'group', 'state', 'epoch', 'attempts', 'expiresAt'),
        ExpressionAttributeValues: {
          ':now': n(now),
          ':group': s(group),
          ':paused': s('paused'),
          ':poor': s('poor'),
          ':one': n(1),
        },
      });
      return done && item ? { head: headOf(key, item) } : { refused: whyNot(item, now) };
    },

    async commit(key, epoch, { state, manifest, best, counts, inbox, ...change }) {
      // Whom nobody may open has no place in the index, where it would stand before those who are due.
      const due = mayOpen(state) ? change.due : undefined;
      const forget = state === 'dead' && due !== undefined ? expiry(due + FORGET_DEAD_MS) : undefined;
      const set: Item = {
        state: s(state),
        manifest: s(manifest),
        best: n(best),
        line: s(lineOf(key, best)),
        begun: { BOOL: manifest !== '' },
        counts: s(JSON.stringify(counts)),
        attempts: n(0),
        ...(due !== undefined && { due: n(due) }),
        ...(forget && { expiresAt: forget }),
      };
      const remove = ['noted', 'alone', ...(due === undefined ? ['due'] : []), ...(forget ? [] : ['expiresAt'])];
      const { done, item } = await updateIf(client, {
        ...itemAt(key),
        ConditionExpression: inbox === undefined ? '#epoch = :epoch' : '#epoch = :epoch AND #inbox = :inbox',
        UpdateExpression:
          `SET ${Object.keys(set)
            .map((name) => `#${name} = :${name}`)
            .join(', ')} ` + `REMOVE ${remove.map((name) => `#${name}`).join(', ')}`,
        ExpressionAttributeNames: names(
          'epoch',
          ...(inbox === undefined ? [] : ['inbox']),
          ...Object.keys(set),
          ...remove,
        ),
        ExpressionAttributeValues: {
          ':epoch': n(epoch),
          ...(inbox !== undefined && { ':inbox': n(inbox) }),
          ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
        },
        ReturnValues: 'NONE',
      });
      if (done) return 'committed';
      return item && numberOf(item, 'epoch') === epoch ? 'inbox-moved' : 'epoch-lost';
    },

    async postpone(key, seenDue, due) {
      const { done } = await updateIf(client, {
        ...itemAt(key),
        ConditionExpression: '#due = :seen',
        UpdateExpression: 'SET #due = :due',
        ExpressionAttributeNames: names('due'),
        ExpressionAttributeValues: { ':seen': n(seenDue), ':due': n(due) },
        ReturnValues: 'NONE',
      });
      return done;
    },

    note: (key, epoch, url) => ifMine(key, epoch, 'SET #noted = :url', { ':url': s(url) }, ['noted']),

    setAside: (key, epoch) =>
      ifMine(
        key,
        epoch,
        'SET #alone = :true, #attempts = #attempts - :one',
        { ':true': { BOOL: true }, ':one': n(1) },
        ['alone', 'attempts'],
        ' AND #attempts >= :one',
      ),

    async head(key) {
      const { Item } = await client.send(new GetItemCommand({ ...itemAt(key), ConsistentRead: true }));
      return Item && headOf(key, Item);
    },

    async *heads(crawl, after) {
      const shards = shardsOf(crawl);
      const first = after === undefined ? 0 : shards.indexOf(shardOf(crawl, after));
      for (const [i, shard] of shards.slice(first).entries()) {
        const from = i === 0 ? after : undefined;
        const pages = paginateQuery(
          { client },
          {
            TableName: table,
            KeyConditionExpression: from === undefined ? '#shard = :shard' : '#shard = :shard AND #host > :after',
            ExpressionAttributeNames: names('shard', ...(from === undefined ? [] : ['host'])),
            ExpressionAttributeValues: { ':shard': s(shard), ...(from !== undefined && { ':after': s(from) }) },
          },
        );
        for await (const { Items = [] } of pages) {
          yield* Items.map((item) => headOf({ crawl, host: textOf(item, 'host') }, item));
        }
      }
    },

    announce: (entries, now) => eachAtOnce(entries, (entry) => announceOne(entry, now)),
  };

  /**
   * The forms in turn. The first is the most common and the cheapest, as it touches no index; a refused one brings the
   * item as it is, which says the next form. Each holds only for the states that it names.
   */
  async function announceOne(entry: Announcement, now: number): Promise<'told' | 'refused'> {
    let form = COUNT_ONLY;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const { done, item } = await updateIf(client, { ...itemAt(entry), ...form(entry, now), ReturnValues: 'NONE' });
      if (done) return 'told';
      const state = item && stateOf(item);
      if (state === 'poor' || state === 'dead') return 'refused';
      if (!item || state === 'idle') form = WAKE;
      else form = numberOf(item, 'best') > entry.best ? COUNT_AND_RAISE : COUNT_ONLY;
    }
    throw new Error(`the head of ${entry.host} changed under ${TRIES} announcements`);
  }
}

/** The half that is due longest, then the best classes of the rest. */
function choose(found: DueHost[], limit: number): DueHost[] {
  found.sort((a, b) => a.due - b.due);
  const longest = found.slice(0, Math.ceil(limit / 2));
  const rest = found.slice(longest.length).sort((a, b) => a.best - b.best);
  return [...longest, ...rest.slice(0, limit - longest.length)];
}

function whyNot(item: Item | undefined, now: number): OpenRefusal {
  if (!item) return 'missing';
  if (!mayOpen(stateOf(item))) return 'state';
  return !item['due'] || numberOf(item, 'due') > now ? 'not-due' : 'group';
}
