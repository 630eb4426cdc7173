/**
 * The forms of an announcement to a head: each a condition, which holds for the states that it names, and what is changed then.
 * The store has no statement for all of them at once.
 */
import type { Announcement } from '../../ports/frontier.ts';
import { lineOf } from './dynamo-head-item.ts';
import { type Item, n, names, s } from './dynamo-item.ts';

export type Form = (
  entry: Announcement,
  now: number,
) => {
  ConditionExpression: string;
  UpdateExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues: Item;
};

/** Ready or paused, and nothing better than what is queued: only the counter. */
export const COUNT_ONLY: Form = ({ best }) => ({
  ConditionExpression: '#state IN (:ready, :paused) AND #best <= :best',
  UpdateExpression: 'ADD #inbox :one',
  ExpressionAttributeNames: names('state', 'best', 'inbox'),
  ExpressionAttributeValues: { ':ready': s('ready'), ':paused': s('paused'), ':best': n(best), ':one': n(1) },
});

/** Ready or paused, and better than what is queued. */
export const COUNT_AND_RAISE: Form = (entry, now) => ({
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
export const WAKE: Form = ({ crawl, host, group, best }, now) => ({
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
