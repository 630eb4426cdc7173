import { type DynamoDBClient, GetItemCommand, paginateQuery, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Announcement, DueHost, Frontier, Head, HeadState, HostKey, OpenRefusal } from '../ports/frontier.ts';
import { eachAtOnce } from './at-once.ts';
import { expiry, type Item, n, names, numberOf, s, textOf, updateIf } from './dynamo-item.ts';

/*
 * Heads. Item: `shard` (S, partition key, `<crawl>#<0…15>`) · `host` (S, sort key) · `group`, `state`, `manifest` (S) ·
 * `epoch`, `inbox`, `best`, `attempts` (N) · `due` (N, epoch ms; absent: not due) · `alone` (BOOL), `noted` (S), where
 * there is one · `counts` (S, JSON) · `begun` (BOOL: it has a manifest) · `line` (S, `<crawl>#<best>#<0…1>`) ·
 * `expiresAt` (N, epoch seconds, TTL; only while dead).
 *
 * Index `due`: `line` + `due`, with `group`, `best`, `alone`, `begun`. It is sparse: a head without `due` is not in it
 * and costs it nothing. Only commits and announcements touch what it carries; opening, noting and counting do not. Lines
 * are by class, as a list by due time alone would hide the best hosts behind a hundred thousand others; each update of
 * `best` sets `line` with it.
 */

const SHARDS = 16;

/** A line takes some 500 commits a second (1,000 units of writing for a partition of an index, two for a moved entry). */
const LINES_A_CLASS = 2;
const CLASSES = [0, 1, 2, 3, 4, 5, 6, 7];

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
  const ifMine = async (key: HostKey, epoch: number, UpdateExpression: string, values: Item, attributes: string[]) => {
    const { done } = await updateIf(client, {
      ...itemAt(key),
      ConditionExpression: '#epoch = :epoch',
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

type Form = (
  entry: Announcement,
  now: number,
) => {
  ConditionExpression: string;
  UpdateExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues: Item;
};

/** Ready or paused, and nothing better than what is queued: only the counter. */
const COUNT_ONLY: Form = ({ best }) => ({
  ConditionExpression: '#state IN (:ready, :paused) AND #best <= :best',
  UpdateExpression: 'ADD #inbox :one',
  ExpressionAttributeNames: names('state', 'best', 'inbox'),
  ExpressionAttributeValues: { ':ready': s('ready'), ':paused': s('paused'), ':best': n(best), ':one': n(1) },
});

/** Ready or paused, and better than what is queued. */
const COUNT_AND_RAISE: Form = (entry, now) => ({
  ...COUNT_ONLY(entry, now),
  ConditionExpression: '#state IN (:ready, :paused) AND #best > :best',
  UpdateExpression: 'ADD #inbox :one SET #best = :best, #line = :line',
  ExpressionAttributeNames: names('state', 'best', 'inbox', 'line'),
  ExpressionAttributeValues: {
    ...COUNT_ONLY(entry, now).ExpressionAttributeValues,
    ':line': s(lineOf(entry, entry.best)),
  },
});

/** New or idle: ready, and due now, also where a recrawl date lies ahead. A new head's epoch starts at the clock's seconds. */
const WAKE: Form = ({ crawl, host, group, best }, now) => ({
  ConditionExpression: 'attribute_not_exists(#host) OR #state = :idle',
  UpdateExpression:
    'ADD #inbox :one SET #state = :ready, #due = :now, #best = :best, #line = :line, #group = if_not_exists(#group, :group), ' +
    '#epoch = if_not_exists(#epoch, :epoch), #manifest = if_not_exists(#manifest, :none), ' +
    '#attempts = if_not_exists(#attempts, :zero), #counts = if_not_exists(#counts, :noCounts)',
  ExpressionAttributeNames: names(
    'host',
    'state',
    'inbox',
    'due',
    'best',
    'line',
    'group',
    'epoch',
    'manifest',
    'attempts',
    'counts',
  ),
  ExpressionAttributeValues: {
    ':one': n(1),
    ':idle': s('idle'),
    ':ready': s('ready'),
    ':now': n(now),
    ':best': n(best),
    ':line': s(lineOf({ crawl, host }, best)),
    ':group': s(group),
    ':epoch': n(Math.floor(now / 1000)),
    ':none': s(''),
    ':zero': n(0),
    ':noCounts': s('{}'),
  },
});

/** The half that is due longest, then the best classes of the rest. */
function choose(found: DueHost[], limit: number): DueHost[] {
  found.sort((a, b) => a.due - b.due);
  const longest = found.slice(0, Math.ceil(limit / 2));
  const rest = found.slice(longest.length).sort((a, b) => a.best - b.best);
  return [...longest, ...rest.slice(0, limit - longest.length)];
}

const stateOf = (item: Item) => textOf(item, 'state') as HeadState;
const mayOpen = (state: HeadState) => state !== 'paused' && state !== 'poor';

function whyNot(item: Item | undefined, now: number): OpenRefusal {
  if (!item) return 'missing';
  if (!mayOpen(stateOf(item))) return 'state';
  return !item['due'] || numberOf(item, 'due') > now ? 'not-due' : 'group';
}

const shardsOf = (crawl: string) => Array.from({ length: SHARDS }, (_, i) => `${crawl}#${i}`);

const shardOf = (crawl: string, host: string) => `${crawl}#${hashOf(host) % SHARDS}`;

const linesOf = (crawl: string) =>
  CLASSES.flatMap((best) => Array.from({ length: LINES_A_CLASS }, (_, i) => `${crawl}#${best}#${i}`));

const lineOf = ({ crawl, host }: HostKey, best: number) => `${crawl}#${best}#${hashOf(host) % LINES_A_CLASS}`;

/** FNV-1a of the name: the same in every worker, for ever. */
function hashOf(host: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < host.length; i++) hash = Math.imul(hash ^ host.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const dueHostOf = (crawl: string, item: Item): DueHost => ({
  crawl,
  host: textOf(item, 'host'),
  group: textOf(item, 'group'),
  due: numberOf(item, 'due'),
  best: numberOf(item, 'best'),
  alone: item['alone']?.BOOL === true,
  begun: item['begun']?.BOOL === true,
});

const headOf = ({ crawl, host }: HostKey, item: Item): Head => ({
  crawl,
  host,
  group: textOf(item, 'group'),
  epoch: numberOf(item, 'epoch'),
  state: stateOf(item),
  manifest: textOf(item, 'manifest'),
  inbox: numberOf(item, 'inbox'),
  ...(item['due'] && { due: numberOf(item, 'due') }),
  best: numberOf(item, 'best'),
  attempts: numberOf(item, 'attempts'),
  ...(item['alone']?.BOOL && { alone: true }),
  ...(item['noted'] && { noted: textOf(item, 'noted') }),
  counts: JSON.parse(textOf(item, 'counts')),
});
