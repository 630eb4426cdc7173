import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';

export type Item = Record<string, AttributeValue>;

/** String attribute. */
export const s = (value: string): AttributeValue => ({ S: value });
/** Number attribute. */
export const n = (value: number): AttributeValue => ({ N: `${value}` });
/** Binary attribute. */
export const b = (value: Uint8Array): AttributeValue => ({ B: value });

/** @returns an empty string if the attribute is missing. */
export const stringAttribute = (item: Item, name: string): string => item[name]?.S ?? '';
/** @returns 0 if the attribute is missing. */
export const numberAttribute = (item: Item, name: string): number => Number(item[name]?.N ?? 0);

/** Expression attribute names, `#name` for each: many words (`shard`, `state`, `token`) are reserved in expressions. */
export const attributeNames = (...attributes: string[]): Record<string, string> =>
  Object.fromEntries(attributes.map((name) => [`#${name}`, name]));

/** Value of a TTL attribute, in epoch **seconds**. The table deletes an item up to days later, so nothing may rely on it. */
export const ttlValue = (epochMs: number): AttributeValue => n(Math.ceil(epochMs / 1000));

/**
 * Updates one item if a condition holds. A failed condition is billed as a write, and is not an error.
 *
 * @returns the item after the update; if the condition failed, the item before it, or undefined if there is no item.
 * `isRetry`: the SDK sent the request more than once, so an earlier attempt may have updated the item.
 * @throws all errors except failed conditions.
 */
export async function conditionalUpdate(
  client: DynamoDBClient,
  input: UpdateItemCommandInput,
): Promise<{ done: boolean; item: Item | undefined; isRetry: boolean }> {
  try {
    const { Attributes, $metadata } = await client.send(
      new UpdateItemCommand({ ReturnValues: 'ALL_NEW', ReturnValuesOnConditionCheckFailure: 'ALL_OLD', ...input }),
    );
    return { done: true, item: Attributes, isRetry: isRetried($metadata) };
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException)
      return { done: false, item: error.Item, isRetry: isRetried(error.$metadata) };
    throw error;
  }
}

const isRetried = (metadata: { attempts?: number } | undefined): boolean => (metadata?.attempts ?? 1) > 1;
