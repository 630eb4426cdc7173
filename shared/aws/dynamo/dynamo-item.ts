import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';

export type Item = Record<string, AttributeValue>;

export const s = (value: string): AttributeValue => ({ S: value });
export const n = (value: number): AttributeValue => ({ N: `${value}` });
export const b = (value: Uint8Array): AttributeValue => ({ B: value });

export const textOf = (item: Item, name: string): string => item[name]?.S ?? '';
/** 0 where there is none. */
export const numberOf = (item: Item, name: string): number => Number(item[name]?.N ?? 0);

/** Expression names for attributes, `#name` each: many plain words (`shard`, `state`, `token`) are reserved in expressions. */
export const names = (...attributes: string[]): Record<string, string> =>
  Object.fromEntries(attributes.map((name) => [`#${name}`, name]));

/** TTL attributes are epoch **seconds**. The table drops an item some days after that, and nothing relies on it. */
export const expiry = (epochMs: number): AttributeValue => n(Math.ceil(epochMs / 1000));

/**
 * One conditional update of one item.
 *
 * @returns the item after the update, or as it was found when the condition did not hold (undefined: there is none).
 * A condition that fails is billed as a write and is no fault; anything else is thrown as it came.
 */
export async function updateIf(
  client: DynamoDBClient,
  input: UpdateItemCommandInput,
): Promise<{ done: boolean; item: Item | undefined }> {
  try {
    const { Attributes } = await client.send(
      new UpdateItemCommand({ ReturnValues: 'ALL_NEW', ReturnValuesOnConditionCheckFailure: 'ALL_OLD', ...input }),
    );
    return { done: true, item: Attributes };
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return { done: false, item: error.Item };
    throw error;
  }
}
