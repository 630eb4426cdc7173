import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { ParsedRequestOf } from '../../shared/admin/requests.ts';
import { type RecrawlSelection, recrawl } from '../../shared/frontier/recrawl.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Control, ControlStore } from '../../shared/ports/control.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { normalizePrefix } from '../../shared/settings/normalize-prefix.ts';
import { loadSettings } from '../crawl-cache.ts';

/** Stores of a forced recrawl. */
export type RecrawlPorts = { control: ControlStore; objects: Objects; frontier: Frontier; clock: Clock };

/**
 * Makes the pages of a crawl due, or those that the request selects.
 *
 * @param until deadline for the answer, epoch ms.
 * @throws SettingsError if the prefix is not a valid URL prefix.
 */
export async function recrawlAction(
  { prefix, gone, at, after }: Omit<ParsedRequestOf<'recrawl'>, 'action' | 'crawl'>,
  { crawl, settingsKey }: Control,
  ports: RecrawlPorts,
  until: number,
): Promise<AdminAnswer<'recrawl'>> {
  const filter =
    prefix === undefined ? {} : { prefix: normalizePrefix(prefix, await loadSettings(ports.objects, settingsKey)) };
  const now = ports.clock.now();
  // No page can have been fetched before a time in the future.
  const selection = { at: Math.min(at ?? now, now), ...filter, ...(gone && { confirmGone: true }) };
  return requestRecrawl(crawl, selection, after, ports, until);
}

/** @param after continues an earlier call: only hosts after this one are notified. Absent: starts with the first host. */
export async function requestRecrawl(
  crawl: string,
  selection: RecrawlSelection,
  after: string | undefined,
  ports: Omit<RecrawlPorts, 'objects'>,
  until: number,
): Promise<AdminAnswer<'recrawl'>> {
  const { notified, last } = await recrawl(crawl, selection, ports, { until, ...(after !== undefined && { after }) });
  // Adds the metered usage of this call to the crawl.
  await ports.control.addUsage(crawl, {});
  return {
    crawl,
    at: selection.at,
    hosts: notified,
    ...(last !== undefined && { after: last }),
    done: last === undefined,
  };
}
