import { z } from 'zod';
import { type CrawlRecall, recrawl } from '../../shared/frontier/recrawl.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Control, ControlStore } from '../../shared/ports/control.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { prefixOf } from '../../shared/settings/prefix.ts';
import { settingsAt } from '../crawl-cache.ts';

/** Asks that all known pages, or a part, become due now. With `at` and `after` of an answer that was not done it goes on. */
export const RecrawlRequest = z.strictObject({
  action: z.literal('recrawl'),
  crawl: z.string(),
  prefix: z.string().min(1).max(8_000).optional(),
  /** Only pages whose records are held: they are believed to be gone. */
  gone: z.boolean().optional(),
  /** Epoch ms. */
  at: z.int().positive().optional(),
  after: z.string().min(1).max(1_000).optional(),
});

export type RecrawlPorts = { control: ControlStore; objects: Objects; frontier: Frontier; clock: Clock };

type RecrawlAnswer = {
  crawl: string;
  /** Pages fetched before this are called back. Epoch ms. */
  at: number;
  /** Told in this call. */
  hosts: number;
  /** The last of them: what `after` is to be when it is not done. */
  after?: string;
  done: boolean;
};

/** @param until epoch ms: an answer must be given by then. @throws SettingsError for a prefix that is none. */
export async function recrawlAction(
  { prefix, gone, at, after }: Omit<z.output<typeof RecrawlRequest>, 'action' | 'crawl'>,
  { crawl, settingsKey }: Control,
  ports: RecrawlPorts,
  until: number,
): Promise<RecrawlAnswer> {
  const part = prefix === undefined ? {} : { prefix: prefixOf(prefix, await settingsAt(ports.objects, settingsKey)) };
  const now = ports.clock.now();
  // What is still to come cannot have been fetched before it.
  return tellHosts(
    crawl,
    { at: Math.min(at ?? now, now), ...part, ...(gone && { believe: true }) },
    after,
    ports,
    until,
  );
}

/** @param after a call that was not done goes on behind this host. */
export async function tellHosts(
  crawl: string,
  recall: CrawlRecall,
  after: string | undefined,
  ports: Omit<RecrawlPorts, 'objects'>,
  until: number,
): Promise<RecrawlAnswer> {
  const { told, last } = await recrawl(crawl, recall, ports, { until, ...(after !== undefined && { after }) });
  // What it used is put down to the crawl.
  await ports.control.settle(crawl, {});
  return { crawl, at: recall.at, hosts: told, ...(last !== undefined && { after: last }), done: last === undefined };
}
