import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { HostKey } from '../../ports/frontier.ts';
import { s } from './dynamo-item.ts';

/** Returns the partition key (`home`) of a host in the tables of bundles and of inboxes. */
export const homeOf = ({ crawl, host }: HostKey): AttributeValue => s(`${crawl}#${host}`);
