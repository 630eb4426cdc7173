import type { Annotation } from '../../ports/annotation-store.ts';
import { DAY_MS } from '../../text/time-units.ts';
import { type Item, n, numberAttribute, s, stringAttribute, ttlValue } from './dynamo-item.ts';

/*
 * Item of an annotation: `crawl` (S, partition key) · `id` (S, sort key) · `at` (N, epoch ms of the last write, sort key of the local index
 * `changes`) · `url`, `record`, `author`, `text` (S) · `createdAt`, `changedAt` (N, epoch ms; `changedAt` only if the text was changed).
 *
 * A deleted annotation leaves `crawl`, `id`, `at` and `expiresAt` (N, epoch seconds, TTL) for some days, so that copies of the table in
 * memory learn of it.
 */

/** Name of the local index whose sort key is the time of the last write. Its reads see all writes before them. */
export const CHANGES_INDEX = 'changes';

/** Time for which the mark of a deleted annotation is kept at least. Milliseconds. */
export const MARK_KEPT_MS = 2 * DAY_MS;

export const annotationKey = (crawl: string, id: string): Item => ({ crawl: s(crawl), id: s(id) });

/** Attributes of an annotation besides its key. @param at when it is written, epoch milliseconds */
export const annotationAttributes = (
  { url, record, author, text, createdAt, changedAt }: Annotation,
  at: number,
): Item => ({
  ...{ at: n(at), url: s(url), record: s(record), author: s(author), text: s(text), createdAt: n(createdAt) },
  ...(changedAt !== undefined && { changedAt: n(changedAt) }),
});

/** @returns undefined for the mark of a deleted annotation */
export function parseAnnotation(item: Item): Annotation | undefined {
  if (!item['text']) return undefined;
  return {
    id: stringAttribute(item, 'id'),
    crawl: stringAttribute(item, 'crawl'),
    url: stringAttribute(item, 'url'),
    record: stringAttribute(item, 'record'),
    author: stringAttribute(item, 'author'),
    text: stringAttribute(item, 'text'),
    createdAt: numberAttribute(item, 'createdAt'),
    ...(item['changedAt'] && { changedAt: numberAttribute(item, 'changedAt') }),
  };
}

/** When the mark of an annotation that is deleted now may go. */
export const markExpiry = (now: number) => ttlValue(now + MARK_KEPT_MS);
