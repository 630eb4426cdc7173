import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { CrawlLine } from '../../shared/admin/dump-lines.ts';
import type { ParsedRequestOf } from '../../shared/admin/requests.ts';
import { dumpFrontier } from '../../shared/frontier/dump/dump-frontier.ts';
import { loadHost } from '../../shared/frontier/dump/load-host.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Control } from '../../shared/ports/control.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { loadModels } from '../../shared/settings/topic-models.ts';
import type { Grouping } from '../../shared/url/group.ts';
import { loadSettings } from '../crawl-cache.ts';

type DumpPorts = { frontier: Frontier; objects: Objects; clock: Clock };

/** Size of an answer from which no line is added, in characters. A Lambda response holds 6 MB. */
const MAX_ANSWER_LENGTH = 3_000_000;

/** @param until deadline for the answer, epoch ms. An answer that is cut off has `from`, where the next request continues. */
export async function dumpAction(
  { crawl, from }: Omit<ParsedRequestOf<'dump-frontier'>, 'action'>,
  control: Control,
  ports: DumpPorts,
  until: number,
): Promise<AdminAnswer<'dump-frontier'>> {
  const lines: AdminAnswer<'dump-frontier'>['lines'] = [];
  let length = 0;
  if (!from) {
    const line = await crawlLine(control, ports);
    length += JSON.stringify(line).length;
    lines.push(line);
  }
  for await (const { line, place } of dumpFrontier(crawl, ports.frontier, from)) {
    lines.push(line);
    length += JSON.stringify(line).length;
    if (length > MAX_ANSWER_LENGTH || ports.clock.now() > until) return { lines, from: place };
  }
  return { lines };
}

/** Leaves out settings that are too large for an answer: the seeds of some crawls name a million hosts. */
async function crawlLine(
  { crawl, state, createdAt, counts, settingsKey }: Control,
  { objects, clock }: DumpPorts,
): Promise<CrawlLine> {
  const settings = await loadModels(await loadSettings(objects, settingsKey), objects);
  const isSmall = JSON.stringify(settings).length <= MAX_ANSWER_LENGTH;
  const line = { type: 'crawl' as const, version: 1 as const, crawl, at: clock.now(), state, createdAt, counts };
  return { ...line, ...(isSmall && { settings }) };
}

/** Answers `load-frontier`: loads the lines of one host. */
export async function loadAction(
  { crawl, host, lines }: Omit<ParsedRequestOf<'load-frontier'>, 'action'>,
  { settingsKey }: Control,
  ports: DumpPorts,
  grouping: Grouping,
): Promise<AdminAnswer<'load-frontier'>> {
  const { maxPagesPerTemplate } = (await loadSettings(ports.objects, settingsKey)).limits;
  return loadHost({ crawl, host }, lines, ports, { grouping, maxPagesPerTemplate });
}
