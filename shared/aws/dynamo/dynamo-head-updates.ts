import type { HostNotification } from '../../ports/frontier.ts';
import { lineOf } from './dynamo-head-item.ts';
import { attributeNames, type Item, n, s } from './dynamo-item.ts';

/**
 * An update that notifies a head of an inbox item. Its condition holds for heads of certain states: DynamoDB has no conditional
 * expression within one update, so there are several.
 */
export type HeadUpdate = (
  entry: HostNotification,
  now: number,
) => {
  ConditionExpression: string;
  UpdateExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues: Item;
};

/** For a ready head, if the new links are of no better class than those queued: increments the counter. */
export const countOnly: HeadUpdate = ({ best }) => ({
  ConditionExpression: '#state = :ready AND #best <= :best',
  UpdateExpression: 'ADD #inbox :one',
  ExpressionAttributeNames: attributeNames('state', 'best', 'inbox'),
  ExpressionAttributeValues: { ':ready': s('ready'), ':best': n(best), ':one': n(1) },
});

/** For a ready head, if the new links are of a better class than those queued. */
export const countAndImproveClass: HeadUpdate = (entry, now) => ({
  ...countOnly(entry, now),
  ConditionExpression: '#state = :ready AND #best > :best',
  UpdateExpression: 'ADD #inbox :one SET #best = :best, #line = :line',
  ExpressionAttributeNames: attributeNames('state', 'best', 'inbox', 'line'),
  ExpressionAttributeValues: {
    ...countOnly(entry, now).ExpressionAttributeValues,
    ':line': s(lineOf(entry, entry.best)),
  },
});

/**
 * For a new or idle head: makes it ready and due now, even if a recrawl is scheduled for later. The epoch of a new head starts at
 * the current time in seconds.
 */
export const makeReady: HeadUpdate = ({ crawl, host, group, best }, now) => ({
  ConditionExpression: 'attribute_not_exists(#host) OR #state = :idle',
  UpdateExpression:
    'ADD #inbox :one SET #state = :ready, #due = :now, #best = :best, #line = :line, #group = if_not_exists(#group, :group), ' +
    '#epoch = if_not_exists(#epoch, :epoch), #manifest = if_not_exists(#manifest, :none), ' +
    '#attempts = if_not_exists(#attempts, :zero), #counts = if_not_exists(#counts, :noCounts)',
  ExpressionAttributeNames: attributeNames(
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
