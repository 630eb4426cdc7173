import { type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';
import type { Annotation, AnnotationStore } from '../../ports/annotation-store.ts';
import { CHANGES_INDEX, MARK_KEPT_MS, parseAnnotation } from './dynamo-annotation-item.ts';
import { attributeNames, type Item, n, s, stringAttribute } from './dynamo-item.ts';

export type CopyParts = {
  /** Opens an empty store in memory. */
  openMemory(): AnnotationStore;
  /** Returns the words of a text as they are searched. */
  wordsOf(text: string): string | Promise<string>;
  /** Epoch milliseconds. */
  now(): number;
};

/**
 * Writes of this time before the last read are read again. A write has the time of its first attempt, and the SDK sends it again for up
 * to a minute (`clients.ts`). The clocks of functions differ by less than the rest. Milliseconds.
 */
const OVERLAP_MS = 120_000;

/** A copy is read anew before the marks of deletions that it may have missed are gone. Milliseconds. */
const MAX_AGE_MS = MARK_KEPT_MS / 2;

/** Calls within this time share what was read: the annotations of hits are read one hit at a time. Milliseconds. */
const SHARED_MS = 100;

/** Maximum number of crawls whose annotations are kept in memory. */
const MAX_COPIES = 20;

type Copy = {
  store: AnnotationStore;
  loadedAt: number;
  /** When the last read began. */
  readAt: number;
  /** Something was written since the last read. */
  isOutdated: boolean;
  /** Reads that have begun and not ended. */
  reads: number;
  /** The read that was requested last and has not begun. */
  next?: { maxAgeMs: number; done: Promise<void> };
  /** Ends when all reads and changes of the copy that were begun have ended. */
  reading: Promise<void>;
};

/**
 * Keeps the annotations of crawls in memory, where they are searched: DynamoDB has no search for words. They are written by hand, so a crawl
 * has thousands rather than millions of them. Each call reads what was written since the last one. Writes of this process change its copy, so
 * that it need not read them.
 */
export function annotationCopies(client: DynamoDBClient, table: string, { openMemory, now, ...given }: CopyParts) {
  let { wordsOf } = given;
  const copies = new Map<string, Copy>();

  function openCopy(): Copy {
    const empty = { store: openMemory(), readAt: 0, isOutdated: true, reads: 0, reading: Promise.resolve() };
    return { ...empty, loadedAt: now() };
  }

  function copyOf(crawl: string): Copy {
    const known = copies.get(crawl);
    copies.delete(crawl);
    const copy = known && now() - known.loadedAt < MAX_AGE_MS ? known : openCopy();
    copies.set(crawl, copy);
    if (copies.size > MAX_COPIES) copies.delete(copies.keys().next().value!);
    return copy;
  }

  async function read(crawl: string, copy: Copy, maxAgeMs: number): Promise<void> {
    if (!copy.isOutdated && now() - copy.readAt < maxAgeMs) return;
    const since = copy.readAt === 0 ? undefined : copy.readAt - OVERLAP_MS;
    const readAt = now();
    copy.isOutdated = false;
    copy.reads++;
    try {
      for await (const item of readItems(client, table, crawl, since)) await apply(crawl, item, copy.store, wordsOf);
      copy.readAt = readAt;
    } catch (error) {
      copy.isOutdated = true;
      throw error;
    } finally {
      copy.reads--;
    }
  }

  return {
    /**
     * Returns the annotations of a crawl as they are now. Only to read.
     *
     * @param maxAgeMs writes of other processes may be missing for this time, milliseconds
     */
    async current(crawl: string, maxAgeMs = SHARED_MS): Promise<AnnotationStore> {
      const copy = copyOf(crawl);
      // The hits of a page share a read, also one that fails.
      if (!(copy.next && copy.next.maxAgeMs <= maxAgeMs)) {
        // One read after another: an older one must not overwrite what a newer one has found.
        const done = copy.reading.then(() => {
          if (copy.next?.done === done) delete copy.next;
          return read(crawl, copy, maxAgeMs);
        });
        copy.next = { maxAgeMs, done };
        copy.reading = done.catch(() => undefined);
      }
      await copy.next.done;
      return copy.store;
    },

    /** Brings the copy of a crawl up to date. @param item as this process has just written or found it; undefined: unknown */
    async update(crawl: string, item: Item | undefined): Promise<void> {
      const copy = copies.get(crawl);
      if (!copy) return;
      // A read that has begun may find an earlier or a later state of the item, so another one must follow.
      if (!item || copy.reads > 0) copy.isOutdated = true;
      if (!item) return;
      copy.reading = copy.reading
        .then(() => apply(crawl, item, copy.store, wordsOf))
        .catch(() => {
          copy.isOutdated = true;
        });
      await copy.reading;
    },

    /** Makes other words of the texts from now on. */
    replaceWords(words: CopyParts['wordsOf']): void {
      wordsOf = words;
      copies.clear();
    },
  };
}

/** Reads the items of a crawl. @param since only those that were written then or later, epoch milliseconds. Undefined: all */
async function* readItems(
  client: DynamoDBClient,
  table: string,
  crawl: string,
  since: number | undefined,
): AsyncIterable<Item> {
  const query = {
    ...{ TableName: table, ConsistentRead: true },
    ...(since === undefined
      ? { KeyConditionExpression: '#crawl = :crawl', ExpressionAttributeNames: attributeNames('crawl') }
      : {
          IndexName: CHANGES_INDEX,
          KeyConditionExpression: '#crawl = :crawl AND #at >= :since',
          ExpressionAttributeNames: attributeNames('crawl', 'at'),
        }),
    ExpressionAttributeValues: { ':crawl': s(crawl), ...(since !== undefined && { ':since': n(since) }) },
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) yield* Items;
}

/** Brings one annotation of a copy up to date. Doing it twice changes nothing. */
async function apply(crawl: string, item: Item, store: AnnotationStore, wordsOf: CopyParts['wordsOf']): Promise<void> {
  const id = stringAttribute(item, 'id');
  const annotation = parseAnnotation(item);
  const known = await store.get(crawl, id);
  if (known && annotation && isSame(known, annotation)) return;
  // Before the deletion: others may look at the copy meanwhile.
  const words = annotation ? await wordsOf(annotation.text) : '';
  if (known) await store.delete(crawl, id);
  if (annotation) await store.add(annotation, words);
}

const isSame = (a: Annotation, b: Annotation): boolean =>
  a.text === b.text && a.createdAt === b.createdAt && a.changedAt === b.changedAt;
