import type { DynamoDBClient, UpdateItemCommandInput } from '@aws-sdk/client-dynamodb';
import { type AcquireRequest, type HostLock, LOCK_TTL_MS, type LockItem } from '../../ports/host-lock.ts';
import { DAY_MS } from '../../text/time-units.ts';
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

/**
 * Item: `group` (S, partition key) · `token` (S) · `until`, `openAt` (N, epoch ms) · `pauseMs`, `failures` (N) ·
 * `expiresAt` (N, epoch seconds, TTL).
 *
 * A comparison with a missing attribute is false, so `acquire` itself writes all attributes: if its holder dies before the first
 * release, the lock opens when `until` has passed. Expired items remain for days, so only the conditions decide.
 */
export function dynamoHostLock(client: DynamoDBClient, table: string): HostLock {
  const update = (group: string, input: Partial<UpdateItemCommandInput>) =>
    conditionalUpdate(client, { TableName: table, Key: { group: s(group) }, ...input });
  /** Updates the lock if it is still held with this token. */
  const updateHeld = async (group: string, token: string, set: string, values: Item, attributes: string[]) => {
    const { done } = await update(group, {
      ConditionExpression: '#token = :token',
      UpdateExpression: set,
      ExpressionAttributeNames: attributeNames('token', ...attributes),
      ExpressionAttributeValues: { ':token': s(token), ...values },
      ReturnValues: 'NONE',
    });
    return done;
  };

  return {
    acquire: (group, request) => acquireLock((input) => update(group, input), request),

    setOpenAt: (group, token, openAt) =>
      updateHeld(
        group,
        token,
        // The item must not expire before `openAt`.
        'SET #openAt = :openAt, #expiresAt = :expires',
        { ':openAt': n(openAt), ':expires': ttlValue(openAt + DAY_MS + LOCK_TTL_MS) },
        ['openAt', 'expiresAt'],
      ),

    release: (group, token, change) =>
      change
        ? updateHeld(
            group,
            token,
            'SET #until = :zero, #openAt = :openAt, #pauseMs = :pause, #failures = :failures, #expiresAt = :expires',
            {
              ':zero': n(0),
              ':openAt': n(change.openAt),
              ':pause': n(change.pauseMs),
              ':failures': n(change.failures),
              ':expires': ttlValue(change.openAt + LOCK_TTL_MS),
            },
            ['until', 'openAt', 'pauseMs', 'failures', 'expiresAt'],
          )
        : updateHeld(group, token, 'SET #until = :zero', { ':zero': n(0) }, ['until']),
  };
}

async function acquireLock(
  update: (input: Partial<UpdateItemCommandInput>) => ReturnType<typeof conditionalUpdate>,
  { token, now, leaseMs, pauseMs }: AcquireRequest,
): Promise<{ acquired: boolean; lock: LockItem }> {
  const { done, item } = await update({
    ConditionExpression: 'attribute_not_exists(#group) OR (#until < :now AND #openAt <= :now)',
    UpdateExpression:
      'SET #token = :token, #until = if_not_exists(#pauseMs, :pause) + :end, #openAt = if_not_exists(#openAt, :now), ' +
      '#pauseMs = if_not_exists(#pauseMs, :pause), #failures = if_not_exists(#failures, :zero), #expiresAt = :expires',
    ExpressionAttributeNames: attributeNames('group', 'token', 'until', 'openAt', 'pauseMs', 'failures', 'expiresAt'),
    ExpressionAttributeValues: {
      ':token': s(token),
      ':now': n(now),
      ':end': n(now + leaseMs),
      ':pause': n(pauseMs),
      ':zero': n(0),
      // A day more than `LOCK_TTL_MS`, because `until` also includes the stored pause.
      ':expires': ttlValue(now + leaseMs + DAY_MS + LOCK_TTL_MS),
    },
  });
  const lock = parseLock(item ?? {});
  // If the response is lost, the SDK retries, and the retry finds its own token in the item.
  return { acquired: done || lock.token === token, lock };
}

const parseLock = (item: Item): LockItem => ({
  token: stringAttribute(item, 'token'),
  until: numberAttribute(item, 'until'),
  openAt: numberAttribute(item, 'openAt'),
  pauseMs: numberAttribute(item, 'pauseMs'),
  failures: numberAttribute(item, 'failures'),
});
