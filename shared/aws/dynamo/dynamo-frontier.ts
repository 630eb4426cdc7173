import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Frontier } from '../../ports/frontier.ts';
import type { Objects } from '../../ports/objects.ts';
import { dynamoBundles } from './dynamo-bundles.ts';
import { dynamoHeads } from './dynamo-heads.ts';
import { dynamoInbox } from './dynamo-inbox.ts';

export type FrontierTables = { heads: string; bundles: string; inbox: string };

/** Three tables, as their items are written and read in different ways; the layouts stand in the three files. */
export function dynamoFrontier(client: DynamoDBClient, tables: FrontierTables, objects: Objects): Frontier {
  return {
    ...dynamoHeads(client, tables.heads),
    ...dynamoBundles(client, tables.bundles, objects),
    ...dynamoInbox(client, tables.inbox, objects),
  };
}
