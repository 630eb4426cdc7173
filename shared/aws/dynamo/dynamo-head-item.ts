import type { DueHost, Head, HeadState, HostKey } from '../../ports/frontier.ts';
import { type Item, numberOf, textOf } from './dynamo-item.ts';

/*
 * Heads. Item: `shard` (S, partition key, `<crawl>#<0…15>`) · `host` (S, sort key) · `group`, `state`, `manifest` (S) ·
 * `epoch`, `inbox`, `best`, `attempts` (N) · `due` (N, epoch ms; absent: not due) · `alone` (BOOL), `noted` (S), where
 * there is one · `counts` (S, JSON) · `begun` (BOOL: it has a manifest) · `line` (S, `<crawl>#<best>#<0…1>`) ·
 * `expiresAt` (N, epoch seconds, TTL; only while dead).
 *
 * Index `due`: `line` + `due`, with `group`, `best`, `alone`, `begun`. It is sparse: a head without `due` is not in it
 * and costs it nothing. Only commits and announcements touch what it carries; opening, noting and counting do not. Lines
 * are by class, as a list by due time alone would hide the best hosts behind a hundred thousand others; each update of
 * `best` sets `line` with it.
 */

const SHARDS = 16;

/** A line takes some 500 commits a second (1,000 units of writing for a partition of an index, two for a moved entry). */
export const LINES_A_CLASS = 2;
const CLASSES = [0, 1, 2, 3, 4, 5, 6, 7];

export const stateOf = (item: Item) => textOf(item, 'state') as HeadState;
export const mayOpen = (state: HeadState) => state !== 'paused' && state !== 'poor';

export const shardsOf = (crawl: string) => Array.from({ length: SHARDS }, (_, i) => `${crawl}#${i}`);

export const shardOf = (crawl: string, host: string) => `${crawl}#${hashOf(host) % SHARDS}`;

export const linesOf = (crawl: string) =>
  CLASSES.flatMap((best) => Array.from({ length: LINES_A_CLASS }, (_, i) => `${crawl}#${best}#${i}`));

export const lineOf = ({ crawl, host }: HostKey, best: number) => `${crawl}#${best}#${hashOf(host) % LINES_A_CLASS}`;

/** FNV-1a of the name: the same in every worker, for ever. */
function hashOf(host: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < host.length; i++) hash = Math.imul(hash ^ host.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

export const dueHostOf = (crawl: string, item: Item): DueHost => ({
  crawl,
  host: textOf(item, 'host'),
  group: textOf(item, 'group'),
  due: numberOf(item, 'due'),
  best: numberOf(item, 'best'),
  alone: item['alone']?.BOOL === true,
  begun: item['begun']?.BOOL === true,
});

export const headOf = ({ crawl, host }: HostKey, item: Item): Head => ({
  crawl,
  host,
  group: textOf(item, 'group'),
  epoch: numberOf(item, 'epoch'),
  state: stateOf(item),
  manifest: textOf(item, 'manifest'),
  inbox: numberOf(item, 'inbox'),
  ...(item['due'] && { due: numberOf(item, 'due') }),
  best: numberOf(item, 'best'),
  attempts: numberOf(item, 'attempts'),
  ...(item['alone']?.BOOL && { alone: true }),
  ...(item['noted'] && { noted: textOf(item, 'noted') }),
  counts: JSON.parse(textOf(item, 'counts')),
});
