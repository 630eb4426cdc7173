import { randomBytes } from 'node:crypto';
import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { Frontier, Head, HeadChange, HostKey, OpenRefusal } from '../../ports/frontier.ts';
import { DAY_MS } from '../../text/time-units.ts';
import { countDomainHosts } from './dynamo-domain-hosts.ts';
import { listDueHosts } from './dynamo-due-hosts.ts';
import { headKeyOf, lineOf, parseHead } from './dynamo-head-item.ts';
import {
  attributeNames,
  conditionalUpdate,
  type Item,
  n,
  numberAttribute,
  s,
  stringAttribute,
  ttlValue,
} from './dynamo-item.ts';
import { listHeads } from './dynamo-list-heads.ts';
import { hostNotifier } from './dynamo-notify-hosts.ts';
import { OFFER_LIMITS } from './dynamo-offer-places.ts';

/** Time after its rest at which a dead head without a frontier is deleted, if it was not visited again. Its host may be discovered again. */
const DELETE_DEAD_AFTER_MS = 90 * DAY_MS;

/** Length of the token of an opening: tokens of one head must differ. */
const OPENING_BYTES = 6;

type HeadCalls = Pick<
  Frontier,
  | 'listDue'
  | 'open'
  | 'commit'
  | 'postpone'
  | 'setCrashMarker'
  | 'isolate'
  | 'getHead'
  | 'listHeads'
  | 'notifyHosts'
  | 'countHosts'
>;

/** The table of heads. `dynamo-head-item.ts` documents its items. */
type HeadTable = { client: DynamoDBClient; table: string };

/** @param tables the inbox takes offers of hosts whose heads name enough others */
export function dynamoHeads(
  client: DynamoDBClient,
  tables: { heads: string; inbox: string },
  limits = OFFER_LIMITS,
): HeadCalls {
  const table = tables.heads;
  const heads: HeadTable = { client, table };
  return {
    listDue: (crawl, now, limit) => listDueHosts(client, table, crawl, now, limit),
    open: (key, now, group) => openHead(heads, key, now, group),
    commit: (key, epoch, change) => commitHead(heads, key, epoch, change),
    postpone: (key, seenDue, due) => postponeHead(heads, key, seenDue, due),

    setCrashMarker: (key, epoch, url) =>
      updateInEpoch(heads, key, epoch, {
        update: 'SET #noted = :url',
        values: { ':url': s(url) },
        attributes: ['noted'],
      }),

    isolate: (key, epoch, attempts) =>
      updateInEpoch(heads, key, epoch, {
        update: 'SET #alone = :true, #attempts = :left',
        values: { ':true': { BOOL: true }, ':left': n(attempts - 1), ':zero': n(0) },
        attributes: ['alone', 'attempts'],
        // A repeated call finds the host isolated. After the commit it is not, and has no attempts.
        condition: '(#attempts > :zero OR #alone = :true)',
      }),

    async getHead(key) {
      const { Item } = await client.send(new GetItemCommand({ ...headKey(heads, key), ConsistentRead: true }));
      return Item && parseHead(key, Item);
    },

    listHeads: (crawl, after) => listHeads(client, table, crawl, after),
    notifyHosts: hostNotifier(client, tables, limits),
    countHosts: (crawl, domain) => countDomainHosts(client, table, crawl, domain),
  };
}

const headKey = ({ table }: HeadTable, key: HostKey) => ({ TableName: table, Key: headKeyOf(key) });

async function openHead(
  heads: HeadTable,
  key: HostKey,
  now: number,
  group: string,
): Promise<{ head: Head } | { refused: OpenRefusal }> {
  const opening = randomBytes(OPENING_BYTES).toString('base64url');
  const { done, item } = await conditionalUpdate(heads.client, {
    ...headKey(heads, key),
    ConditionExpression:
      '#due <= :now AND #group = :group AND (attribute_not_exists(#opening) OR #opening <> :opening)',
    UpdateExpression: 'SET #epoch = #epoch + :one, #attempts = #attempts + :one, #opening = :opening REMOVE #expiresAt',
    ExpressionAttributeNames: attributeNames('due', 'group', 'epoch', 'attempts', 'opening', 'expiresAt'),
    ExpressionAttributeValues: {
      ':now': n(now),
      ':group': s(group),
      ':one': n(1),
      ':opening': s(opening),
    },
  });
  // If the response is lost, the SDK retries, and the retry finds the head as this call opened it.
  const isOpened = item !== undefined && (done || stringAttribute(item, 'opening') === opening);
  return isOpened ? { head: parseHead(key, item) } : { refused: refusalOf(item, now) };
}

function refusalOf(item: Item | undefined, now: number): OpenRefusal {
  if (!item) return 'missing';
  return !item['due'] || numberAttribute(item, 'due') > now ? 'not-due' : 'group';
}

async function commitHead(
  heads: HeadTable,
  key: HostKey,
  epoch: number,
  { inbox, merged = [], ...change }: HeadChange,
): Promise<'committed' | 'inbox-moved' | 'epoch-lost'> {
  const { set, remove } = committedAttributes(key, change);
  const { done, item } = await conditionalUpdate(heads.client, {
    ...headKey(heads, key),
    ConditionExpression: inbox === undefined ? '#epoch = :epoch' : '#epoch = :epoch AND #inbox = :inbox',
    UpdateExpression: `SET ${Object.keys(set)
      .map((name) => `#${name} = :${name}`)
      .join(
        ', ',
      )} REMOVE ${remove.map((name) => `#${name}`).join(', ')}${merged.length === 0 ? '' : ' DELETE #offers :merged'}`,
    ExpressionAttributeNames: attributeNames(
      'epoch',
      ...(inbox === undefined ? [] : ['inbox']),
      ...(merged.length === 0 ? [] : ['offers']),
      ...Object.keys(set),
      ...remove,
    ),
    ExpressionAttributeValues: {
      ':epoch': n(epoch),
      ...(inbox !== undefined && { ':inbox': n(inbox) }),
      ...(merged.length > 0 && { ':merged': { SS: [...merged] } }),
      ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
    },
    ReturnValues: 'NONE',
  });
  if (done) return 'committed';
  return item && numberAttribute(item, 'epoch') === epoch ? 'inbox-moved' : 'epoch-lost';
}

/** @returns the attributes that a commit sets, and those that it removes. */
function committedAttributes(key: HostKey, change: HeadChange): { set: Item; remove: string[] } {
  const { state, due, manifest, best, counts, removals } = change;
  // Nothing else names the bundles of a manifest and the records of the pages in it.
  const isDisposable = state === 'dead' && manifest === '';
  const expiresAt = isDisposable && due !== undefined ? ttlValue(due + DELETE_DEAD_AFTER_MS) : undefined;
  const set: Item = {
    state: s(state),
    manifest: s(manifest),
    best: n(best),
    line: s(lineOf(key, best)),
    begun: { BOOL: manifest !== '' },
    counts: s(JSON.stringify(counts)),
    ...(removals && { removals: s(JSON.stringify(removals)) }),
    attempts: n(0),
    ...(due !== undefined && { due: n(due) }),
    ...(expiresAt && { expiresAt }),
  };
  const remove = ['noted', 'alone', ...['due', 'removals', 'expiresAt'].filter((name) => !(name in set))];
  return { set, remove };
}

async function postponeHead(heads: HeadTable, key: HostKey, seenDue: number, due: number): Promise<boolean> {
  const { done, item } = await conditionalUpdate(heads.client, {
    ...headKey(heads, key),
    ConditionExpression: '#due = :seen',
    UpdateExpression: 'SET #due = :due',
    ExpressionAttributeNames: attributeNames('due'),
    ExpressionAttributeValues: { ':seen': n(seenDue), ':due': n(due) },
    ReturnValues: 'NONE',
  });
  // If the response is lost, the SDK retries, and the retry finds the new time.
  return done || (item?.['due'] !== undefined && numberAttribute(item, 'due') === due);
}

type EpochUpdate = {
  update: string;
  values: Item;
  /** Attributes that the expressions name. */
  attributes: string[];
  /** Additional condition. */
  condition?: string;
};

/** Updates a head if its epoch is still the given one. @returns whether it was updated. */
async function updateInEpoch(
  heads: HeadTable,
  key: HostKey,
  epoch: number,
  { update, values, attributes, condition }: EpochUpdate,
): Promise<boolean> {
  const { done } = await conditionalUpdate(heads.client, {
    ...headKey(heads, key),
    ConditionExpression: condition === undefined ? '#epoch = :epoch' : `#epoch = :epoch AND ${condition}`,
    UpdateExpression: update,
    ExpressionAttributeNames: attributeNames('epoch', ...attributes),
    ExpressionAttributeValues: { ':epoch': n(epoch), ...values },
    ReturnValues: 'NONE',
  });
  return done;
}
