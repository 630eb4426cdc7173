import type { DueHost, Head, HeadState, HostKey } from '../../ports/frontier.ts';
import { fnv1a } from '../../text/fnv1a.ts';
import { type Item, numberAttribute, s, stringAttribute } from './dynamo-item.ts';

/*
 * Item of a head:
 *
 * - `shard` (S, partition key, `<crawl>#<0…15>`), `host` (S, sort key)
 * - `group`, `state`, `manifest` (S), `epoch`, `inbox`, `attempts` (N)
 * - `best` (N): best class among the queued URLs, 0 first, 7 last
 * - `due` (N, epoch ms): absent if the host is not due
 * - `alone` (BOOL, optional): the host is isolated, so that it gets a message of its own
 * - `noted` (S, optional): the crash marker, a URL whose request may have crashed the worker
 * - `opening` (S, optional): token of the last opening, by which a repeated request recognises its own
 * - `begun` (BOOL): the host has a manifest, so it was visited before
 * - `line` (S, `<crawl>#<best>#<0…1>`): partition key of the index
 * - `counts` (S, JSON), `removals` (S, JSON, optional)
 * - `offers` (SS, optional): places of announced offers (`dynamo-offer-places.ts`)
 * - `expiresAt` (N, epoch seconds, TTL): only while dead and without a manifest
 *
 * The table also has an item for each domain whose hosts are counted (`dynamo-domain-hosts.ts`), in partitions of their own.
 *
 * Index `due`: keys `line` + `due`, with `group`, `best`, `alone`, `begun`. The index is sparse: a head without `due` is not in
 * it and costs nothing there. Only commits and notifications change indexed attributes; opening a head, its crash marker and
 * the counter do not. Each class has its own lines: ordered by due time alone, the best hosts could be behind a hundred
 * thousand others. Each update of `best` also sets `line`.
 */

/** Number of table partitions per crawl. */
const SHARDS = 16;

/**
 * Number of index partitions (`line`) per crawl and class. One allows about 500 commits/s: an index partition has 1,000 write
 * units/s, and a moved entry takes two.
 */
export const LINES_PER_CLASS = 2;
/** Priority classes of URLs (`best`). */
const CLASSES = [0, 1, 2, 3, 4, 5, 6, 7];

export const parseHeadState = (item: Item) => stringAttribute(item, 'state') as HeadState;

/** Returns the keys of all table partitions of a crawl. */
export const shardsOf = (crawl: string) => Array.from({ length: SHARDS }, (_, i) => `${crawl}#${i}`);

/** Returns the key of the table partition of a host. */
export const shardOf = (crawl: string, host: string) => `${crawl}#${fnv1a(host) % SHARDS}`;

/** Primary key of a head. */
export const headKeyOf = ({ crawl, host }: HostKey): Item => ({ shard: s(shardOf(crawl, host)), host: s(host) });

/** Returns the keys of all partitions of the index `due` of a crawl, the best class first. */
export const linesOf = (crawl: string) =>
  CLASSES.flatMap((best) => Array.from({ length: LINES_PER_CLASS }, (_, i) => `${crawl}#${best}#${i}`));

/** Returns the key of the partition of the index `due` for a head whose best URL has this class. */
export const lineOf = ({ crawl, host }: HostKey, best: number) => `${crawl}#${best}#${fnv1a(host) % LINES_PER_CLASS}`;

/** Parses an item of the index `due`. Only heads with a due time are in it. */
export const parseDueHost = (crawl: string, item: Item): DueHost => ({
  crawl,
  host: stringAttribute(item, 'host'),
  group: stringAttribute(item, 'group'),
  due: numberAttribute(item, 'due'),
  best: numberAttribute(item, 'best'),
  alone: item['alone']?.BOOL === true,
  isStarted: item['begun']?.BOOL === true,
});

/** Parses an item of the table. A head without a due time is not visited until it gets one. */
export const parseHead = ({ crawl, host }: HostKey, item: Item): Head => ({
  crawl,
  host,
  group: stringAttribute(item, 'group'),
  epoch: numberAttribute(item, 'epoch'),
  state: parseHeadState(item),
  manifest: stringAttribute(item, 'manifest'),
  inbox: numberAttribute(item, 'inbox'),
  ...(item['due'] && { due: numberAttribute(item, 'due') }),
  best: numberAttribute(item, 'best'),
  attempts: numberAttribute(item, 'attempts'),
  ...(item['alone']?.BOOL && { alone: true }),
  ...(item['noted'] && { crashMarker: stringAttribute(item, 'noted') }),
  counts: JSON.parse(stringAttribute(item, 'counts')),
  ...(item['removals'] && { removals: JSON.parse(stringAttribute(item, 'removals')) }),
});
