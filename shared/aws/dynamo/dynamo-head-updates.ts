import type { HostNotification } from '../../ports/frontier.ts';
import { lineOf } from './dynamo-head-item.ts';
import { attributeNames, type Item, n, s } from './dynamo-item.ts';

/**
 * An update that notifies a head of an inbox item. Its condition holds for heads of certain states: DynamoDB has no conditional
 * expression within one update, so there are several.
 */
export type HeadUpdate = (entry: HostNotification, now: number) => UpdateParts;

type UpdateParts = {
  condition: string;
  /** Assignments. Absent: none. */
  set?: string;
  /** Attributes that the two name, without `inbox`. */
  attributes: string[];
  values: Item;
};

/** The expressions of an update as a request has them. */
export type HeadUpdateInput = {
  ConditionExpression: string;
  UpdateExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues: Item;
};

/**
 * Returns the request of an update, which counts the item. If the entry has a place, the head names it, if it names fewer than
 * `maxOffers`.
 */
export function headUpdateInput(
  update: HeadUpdate,
  entry: HostNotification,
  now: number,
  maxOffers: number,
): HeadUpdateInput {
  const { condition, set, attributes, values } = update(entry, now);
  const { place } = entry;
  const assignments = set === undefined ? '' : ` SET ${set}`;
  const counted = { ...values, ':one': n(1) };
  if (place === undefined)
    return {
      ConditionExpression: condition,
      UpdateExpression: `ADD #inbox :one${assignments}`,
      ExpressionAttributeNames: attributeNames('inbox', ...attributes),
      ExpressionAttributeValues: counted,
    };
  return {
    ConditionExpression: `(${condition}) AND (attribute_not_exists(#offers) OR size(#offers) < :maxOffers)`,
    UpdateExpression: `ADD #inbox :one, #offers :offer${assignments}`,
    ExpressionAttributeNames: attributeNames('inbox', 'offers', ...attributes),
    ExpressionAttributeValues: { ...counted, ':offer': { SS: [place] }, ':maxOffers': n(maxOffers) },
  };
}

/** For a ready head, if the new links are of no better class than those queued: only counts the item. */
export const countOnly: HeadUpdate = ({ best }) => ({
  condition: '#state = :ready AND #best <= :best',
  attributes: ['state', 'best'],
  values: { ':ready': s('ready'), ':best': n(best) },
});

/** For a ready head, if the new links are of a better class than those queued. */
export const countAndImproveClass: HeadUpdate = (entry) => ({
  condition: '#state = :ready AND #best > :best',
  set: '#best = :best, #line = :line',
  attributes: ['state', 'best', 'line'],
  values: { ':ready': s('ready'), ':best': n(entry.best), ':line': s(lineOf(entry, entry.best)) },
});

/** For a new or idle head: makes it ready and due now, even if a recrawl is scheduled for later. */
export const makeReady: HeadUpdate = (entry, now) => {
  const { values, ...parts } = createHead(entry, now);
  const condition = `${parts.condition} OR #state = :idle`;
  return { ...parts, condition, values: { ...values, ':idle': s('idle') } };
};

/** For a new head: makes it ready and due now. Its epoch starts at the current time in seconds. */
export const createHead: HeadUpdate = ({ crawl, host, group, best }, now) => ({
  condition: 'attribute_not_exists(#host)',
  set:
    '#state = :ready, #due = :now, #best = :best, #line = :line, #group = if_not_exists(#group, :group), ' +
    '#epoch = if_not_exists(#epoch, :epoch), #manifest = if_not_exists(#manifest, :none), ' +
    '#attempts = if_not_exists(#attempts, :zero), #counts = if_not_exists(#counts, :noCounts)',
  attributes: ['host', 'state', 'due', 'best', 'line', 'group', 'epoch', 'manifest', 'attempts', 'counts'],
  values: {
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
