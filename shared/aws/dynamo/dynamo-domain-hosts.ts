import { createHash } from 'node:crypto';
import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { DomainLimit } from '../../ports/frontier.ts';
import { shardOf } from './dynamo-head-item.ts';
import { attributeNames, conditionalUpdate, type Item, n, s } from './dynamo-item.ts';

/*
 * Item of a domain, in the table of heads: `shard` (S, partition key, `<crawl>#<0…15>#domains`), `host` (S, sort key: the domain),
 * `hosts` (SS): a digest of each host.
 *
 * The digests make an update repeatable: a plain counter would count a host twice if the response is lost, or if two workers find the host
 * at the same time. An update is billed by the size of the item, 9 bytes a host. An item has at most 400 KB.
 */

/** Length of the digest of a host: two of 30,000 hosts share one with a probability of 1 in 600,000. Characters of base64url, 6 bits each. */
const DIGEST_LENGTH = 8;

/** Maximum number of full domains that are remembered: one of 5,000 hosts takes about 0.4 MB. */
const MAX_FULL_DOMAINS = 20;

/** Counts a new host, unless its domain is full. @returns false if it is */
export type HostCounter = (crawl: string, host: string, limit: DomainLimit) => Promise<boolean>;

export function hostCounter(client: DynamoDBClient, table: string): HostCounter {
  /** Crawl and domain → digests of the hosts of a full domain. A refused update is billed as well, so a trap would cost one for each link. */
  const fullDomains = new Map<string, ReadonlySet<string>>();

  return async (crawl, host, { domain, maxHosts }) => {
    const name = `${crawl} ${domain}`;
    const digest = createHash('sha256').update(host).digest('base64url').slice(0, DIGEST_LENGTH);
    const known = fullDomains.get(name);
    if (known && known.size >= maxHosts) return known.has(digest);
    const { done, item } = await conditionalUpdate(client, {
      TableName: table,
      Key: domainKey(crawl, domain),
      ConditionExpression: 'attribute_not_exists(#hosts) OR size(#hosts) < :max OR contains(#hosts, :host)',
      UpdateExpression: 'ADD #hosts :added',
      ExpressionAttributeNames: attributeNames('hosts'),
      ExpressionAttributeValues: { ':max': n(maxHosts), ':host': s(digest), ':added': { SS: [digest] } },
      ReturnValues: 'NONE',
    });
    if (done) return true;
    if (fullDomains.size >= MAX_FULL_DOMAINS) fullDomains.clear();
    fullDomains.set(name, new Set(item?.['hosts']?.SS));
    return false;
  };
}

/** @returns the number of counted hosts of a domain; 0 if it is unknown */
export async function countDomainHosts(
  client: DynamoDBClient,
  table: string,
  crawl: string,
  domain: string,
): Promise<number> {
  const { Item } = await client.send(
    new GetItemCommand({ TableName: table, Key: domainKey(crawl, domain), ConsistentRead: true }),
  );
  return Item?.['hosts']?.SS?.length ?? 0;
}

const domainKey = (crawl: string, domain: string): Item => ({
  shard: s(`${shardOf(crawl, domain)}#domains`),
  host: s(domain),
});
