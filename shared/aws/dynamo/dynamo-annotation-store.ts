import { type DynamoDBClient, GetItemCommand, type UpdateItemCommandInput } from '@aws-sdk/client-dynamodb';
import type { Annotation, AnnotationStore } from '../../ports/annotation-store.ts';
import { annotationCopies, type CopyParts } from './annotation-copies.ts';
import { annotationAttributes, annotationKey, markExpiry, parseAnnotation } from './dynamo-annotation-item.ts';
import { attributeNames, conditionalUpdate, n, numberAttribute, s } from './dynamo-item.ts';

/**
 * Age of the state of other writers by which the limit of a page is kept. Milliseconds. Without it, each annotation of a file that is loaded
 * would read those of the last minutes again.
 */
const LIMIT_AGE_MS = 10_000;

/**
 * Annotations in DynamoDB (`dynamo-annotation-item.ts`). They are searched and listed in a copy in memory (`annotation-copies.ts`), which
 * also makes their words, so the words that are given are not stored. Writers within `LIMIT_AGE_MS` may exceed the limit of a page together.
 */
export function dynamoAnnotationStore(client: DynamoDBClient, table: string, parts: CopyParts): AnnotationStore {
  const copies = annotationCopies(client, table, parts);
  const update = async (crawl: string, id: string, input: Partial<UpdateItemCommandInput>) => {
    const key = { TableName: table, Key: annotationKey(crawl, id) };
    let result: Awaited<ReturnType<typeof conditionalUpdate>> | undefined;
    try {
      result = await conditionalUpdate(client, { ...key, ...input });
      return result;
    } finally {
      await copies.update(crawl, result?.item);
    }
  };
  const get = async (crawl: string, id: string): Promise<Annotation | undefined> => {
    const request = new GetItemCommand({ TableName: table, Key: annotationKey(crawl, id), ConsistentRead: true });
    const { Item } = await client.send(request);
    return Item && parseAnnotation(Item);
  };

  return {
    get,

    async add(annotation, _words, limit) {
      const { crawl, id, text, createdAt } = annotation;
      if (limit) {
        if (await get(crawl, id)) return 'known';
        const copy = await copies.current(crawl, LIMIT_AGE_MS);
        for (const page of limit.pages) if ((await copy.ofPage(crawl, page)).length >= limit.max) return 'full';
      }
      const attributes = Object.entries(annotationAttributes(annotation, parts.now()));
      const removed = annotation.changedAt === undefined ? ['expiresAt', 'changedAt'] : ['expiresAt'];
      const { done, item, isRetry } = await update(crawl, id, {
        ConditionExpression: 'attribute_not_exists(#text)',
        UpdateExpression: `SET ${attributes.map(([name]) => `#${name} = :${name}`).join(', ')} REMOVE ${removed.map((name) => `#${name}`).join(', ')}`,
        ExpressionAttributeNames: attributeNames(...attributes.map(([name]) => name), ...removed),
        ExpressionAttributeValues: Object.fromEntries(attributes.map(([name, value]) => [`:${name}`, value])),
      });
      // If the response is lost, the SDK retries, and the retry finds the item as this call wrote it.
      const found = item && parseAnnotation(item);
      const isOwn = isRetry && found?.text === text && found.createdAt === createdAt;
      return done || isOwn ? 'added' : 'known';
    },

    async change(crawl, id, { text, changedAt }) {
      const { done } = await update(crawl, id, {
        ConditionExpression: 'attribute_exists(#text)',
        UpdateExpression: 'SET #text = :text, #changedAt = :changedAt, #at = :at',
        ExpressionAttributeNames: attributeNames('text', 'changedAt', 'at'),
        ExpressionAttributeValues: { ':text': s(text), ':changedAt': n(changedAt), ':at': n(parts.now()) },
      });
      return done;
    },

    async delete(crawl, id) {
      const at = parts.now();
      const removed = ['url', 'record', 'author', 'text', 'createdAt', 'changedAt'];
      const { done, item, isRetry } = await update(crawl, id, {
        ConditionExpression: 'attribute_exists(#text)',
        UpdateExpression: `SET #at = :at, #expiresAt = :expiresAt REMOVE ${removed.map((name) => `#${name}`).join(', ')}`,
        ExpressionAttributeNames: attributeNames('at', 'expiresAt', ...removed),
        ExpressionAttributeValues: { ':at': n(at), ':expiresAt': markExpiry(at) },
      });
      return done || (isRetry && item !== undefined && !item['text'] && numberAttribute(item, 'at') === at);
    },

    ofPage: async (crawl, page) => (await copies.current(crawl)).ofPage(crawl, page),
    list: async (crawl, query) => (await copies.current(crawl)).list(crawl, query),
    matching: async (crawl, condition, limit) => (await copies.current(crawl)).matching(crawl, condition, limit),
    // Words are not stored, so it holds for this process.
    replaceWords: async (wordsOf) => copies.replaceWords(wordsOf),
  };
}
