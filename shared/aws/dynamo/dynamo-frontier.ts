import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Frontier } from '../../ports/frontier.ts';
import type { Objects } from '../../ports/objects.ts';
import { dynamoBundles } from './dynamo-bundles.ts';
import { dynamoHeads } from './dynamo-heads.ts';
import { dynamoInbox } from './dynamo-inbox.ts';
import { OFFER_LIMITS } from './dynamo-offer-places.ts';

export type FrontierTables = { heads: string; bundles: string; inbox: string };

/** Combines three tables whose items have different access patterns. Each file documents the layout of its items. */
export function dynamoFrontier(
  client: DynamoDBClient,
  tables: FrontierTables,
  objects: Objects,
  limits = OFFER_LIMITS,
): Frontier {
  return {
    ...dynamoHeads(client, tables, limits),
    ...dynamoBundles(client, tables.bundles, objects),
    ...dynamoInbox(client, tables, objects, limits),
  };
}
