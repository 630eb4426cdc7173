import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type HostLock, LOCK_TTL_MS, type LockItem } from '../../ports/host-lock.ts';
import { expiry, type Item, n, names, numberOf, s, textOf, updateIf } from './dynamo-item.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Item: `group` (S, partition key) · `token` (S) · `until`, `openAt` (N, epoch ms) · `pauseMs`, `failures` (N) ·
 * `expiresAt` (N, epoch seconds, TTL).
 *
 * A missing attribute compares as false, so the take itself writes `openAt` and all others: a holder that dies before its
 * first release leaves an item that opens when `until` is over. Expired items linger for days: only conditions judge.
 */
export function dynamoHostLock(client: DynamoDBClient, table: string): HostLock {
  return {
    async take(group, { token, now, leaseMs, pauseMs }) {
      const { done, item } = await updateIf(client, {
        TableName: table,
        Key: { group: s(group) },
        ConditionExpression: 'attribute_not_exists(#group) OR (#until < :now AND #openAt <= :now)',
        UpdateExpression:
          'SET #token = :token, #until = if_not_exists(#pauseMs, :pause) + :end, #openAt = if_not_exists(#openAt, :now), ' +
          '#pauseMs = if_not_exists(#pauseMs, :pause), #failures = if_not_exists(#failures, :zero), #expiresAt = :expires',
        ExpressionAttributeNames: names('group', 'token', 'until', 'openAt', 'pauseMs', 'failures', 'expiresAt'),
        ExpressionAttributeValues: {
          ':token': s(token),
          ':now': n(now),
          ':end': n(now + leaseMs),
          ':pause': n(pauseMs),
          ':zero': n(0),
          // A day more than promised, since the pause that is added to the lease stands in the item.
          ':expires': expiry(now + leaseMs + DAY_MS + LOCK_TTL_MS),
        },
      });
      const lock = lockOf(item ?? {});
      // An answer that got lost is asked for again by the SDK, and then finds its own token in the item.
      return { taken: done || lock.token === token, lock };
    },

    async note(group, token, openAt) {
      const { done } = await updateIf(client, {
        TableName: table,
        Key: { group: s(group) },
        ConditionExpression: '#token = :token',
        // A long rest must not be cleared away before its end.
        UpdateExpression: 'SET #openAt = :openAt, #expiresAt = :expires',
        ExpressionAttributeNames: names('token', 'openAt', 'expiresAt'),
        ExpressionAttributeValues: {
          ':token': s(token),
          ':openAt': n(openAt),
          ':expires': expiry(openAt + DAY_MS + LOCK_TTL_MS),
        },
        ReturnValues: 'NONE',
      });
      return done;
    },

    async release(group, token, change) {
      const { done } = await updateIf(client, {
        TableName: table,
        Key: { group: s(group) },
        ConditionExpression: '#token = :token',
        UpdateExpression: change
          ? 'SET #until = :zero, #openAt = :openAt, #pauseMs = :pause, #failures = :failures, #expiresAt = :expires'
          : 'SET #until = :zero',
        ExpressionAttributeNames: names(
          'token',
          'until',
          ...(change ? ['openAt', 'pauseMs', 'failures', 'expiresAt'] : []),
        ),
        ExpressionAttributeValues: {
          ':token': s(token),
          ':zero': n(0),
          ...(change && {
            ':openAt': n(change.openAt),
            ':pause': n(change.pauseMs),
            ':failures': n(change.failures),
            ':expires': expiry(change.openAt + LOCK_TTL_MS),
          }),
        },
        ReturnValues: 'NONE',
      });
      return done;
    },
  };
}

const lockOf = (item: Item): LockItem => ({
  token: textOf(item, 'token'),
  until: numberOf(item, 'until'),
  openAt: numberOf(item, 'openAt'),
  pauseMs: numberOf(item, 'pauseMs'),
  failures: numberOf(item, 'failures'),
});
