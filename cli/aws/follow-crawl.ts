import { setTimeout } from 'node:timers/promises';
import { formatLeftovers, formatLimit, formatUnreachable } from '../../shared/frontier/explain/format-leftovers.ts';
import { hasLeftovers, isEveryHostUnreachable } from '../../shared/frontier/explain/leftovers.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { EXIT, type ExitCode } from '../command.ts';
import { formatJson } from '../output/format-json.ts';
import { progressReporter } from '../output/progress.ts';
import type { PlaceArguments } from '../output/quote-for-shell.ts';
import { statusLines } from '../output/status-lines.ts';
import type { Terminal } from '../output/terminal.ts';
import { callAdmin } from './api.ts';
import { countDeadLettersOf } from './dead-letters.ts';
import { type FollowEnd, type FollowOptions, followStatus } from './follow-status.ts';
import type { Stack } from './target.ts';

/**
 * Shows the progress of a crawl in a stack until it ends or the user quits.
 *
 * @param timing clock and sleep; tests pass their own
 */
export async function followCrawl(
  stack: Stack,
  { crawl }: Pick<Settings, 'crawl'>,
  { json }: { json: boolean },
  terminal: Terminal,
  { now, sleep }: Pick<FollowOptions, 'now' | 'sleep'> = systemTiming(terminal),
): Promise<ExitCode> {
  terminal.startLog?.();
  const progress = progressReporter(terminal);
  let beganMs: number | undefined;
  const { status: seen, end } = await followStatus({
    fetchStatus: () => callAdmin(stack, { action: 'status', crawl }),
    // A stack's status counts the seconds of all functions. The progress shows wall time since the first status, so
    // pages fetched before do not count as speed.
    show(status) {
      beganMs ??= now();
      progress.show({ ...status, seconds: (now() - beganMs) / 1_000 });
    },
    now,
    sleep,
    quit: terminal.interrupt,
  }).finally(progress.end);
  const status = end === 'idle' ? await countOwnDeadLetters(stack, seen) : seen;
  if (json) terminal.out(formatJson(status));
  else for (const line of endLines(stack, status, end)) terminal.out(line);
  const isUndone = hasLeftovers(status) || isEveryHostUnreachable(status);
  return end === 'idle' && isUndone ? EXIT.errors : EXIT_CODES[end];
}

/** Counts only the dead letters of the crawl itself, if they can be read: others must not change its exit code. */
async function countOwnDeadLetters(stack: Stack, { deadLetters, ...status }: CrawlStatus): Promise<CrawlStatus> {
  if (!deadLetters) return status;
  const own = (await countDeadLettersOf(status.crawl, stack, deadLetters)) ?? deadLetters;
  const counted = { ...status, ...(own > 0 && { deadLetters: own }) };
  return status.state === 'incomplete' && !hasLeftovers(counted) ? { ...counted, state: 'done' } : counted;
}

const systemTiming = ({ interrupt }: Terminal): Pick<FollowOptions, 'now' | 'sleep'> => ({
  now: Date.now,
  sleep: (ms) => setTimeout(ms, undefined, { signal: interrupt }).catch(() => undefined),
});

const EXIT_CODES: Record<FollowEnd, ExitCode> = {
  idle: EXIT.done,
  paused: EXIT.done,
  stopped: EXIT.done,
  quiet: EXIT.errors,
  limit: EXIT.limit,
  left: EXIT.interrupted,
};

const END_TEXTS: Record<Exclude<FollowEnd, 'limit' | 'quiet'>, string> = {
  idle: 'nothing is left to fetch',
  paused: 'paused',
  stopped: 'stopped',
  left: 'the crawl continues in the stack',
};

function endText(end: FollowEnd, status: CrawlStatus): string {
  if (end === 'idle' && hasLeftovers(status))
    return `nothing more to fetch now, but not done: ${formatLeftovers(status)}; the crawl continues in the stack`;
  if (end === 'idle' && isEveryHostUnreachable(status))
    return `${formatUnreachable(status)}; the stack asks them again when they are due`;
  if (end === 'limit') return `ended at its limit of ${formatLimit(status.limit!)}, with pages still to fetch`;
  if (end !== 'quiet') return END_TEXTS[end];
  return `no progress for 15 minutes${quietCause(status)}; the crawl continues in the stack`;
}

/** Returns why a running crawl makes no progress. Empty if nothing in its status explains it. */
function quietCause({ due, resting, processing = 0, unansweredQueues = 0 }: CrawlStatus): string {
  const causes = [
    due > 0 ? `${formatNoun(due, 'host')} due, but none is visited: see the alarms of the stack` : '',
    resting ? 'its hosts are resting' : '',
    processing > 0 ? `the stack still processes ${formatNoun(processing, 'object')}, of this crawl or of others` : '',
    unansweredQueues > 0 ? `${formatNoun(unansweredQueues, 'queue')} of the stack not answering` : '',
  ].filter(Boolean);
  return causes.length === 0 ? '' : ` (${causes.join('; ')})`;
}

/** Returns the options that select a crawl in a stack from any folder. */
export function targetArguments(stack: Pick<Stack, 'stack' | 'region'>, crawl: string): string {
  return stackPlace(stack, crawl).crawl;
}

/** Returns the options for a crawl in a stack. */
export function stackPlace({ stack, region }: Pick<Stack, 'stack' | 'region'>, crawl: string): PlaceArguments {
  const store = `--target aws --stack ${stack} --region ${region}`;
  return { crawl: `${store} --name ${crawl}`, store, isFolder: false };
}

function endLines({ stack, region, outputs }: Stack, status: CrawlStatus, end: FollowEnd): string[] {
  const { crawl } = status;
  const here = targetArguments({ stack, region }, crawl);
  const next: [string, string][] = [
    ['stored in', [outputs['RawBucket'], outputs['DataBucket']].filter(Boolean).join(', ')],
    ['search', (status.records ?? 0) > 0 ? `npx thresher search WORDS ${here}` : ''],
    ['status', end === 'left' || end === 'quiet' || status.state === 'incomplete' ? `npx thresher status ${here}` : ''],
    ['pause', end === 'left' ? `npx thresher pause ${here}` : ''],
    ['resume', end === 'paused' || end === 'stopped' ? `npx thresher resume ${here}` : ''],
  ];
  return [
    `Crawl ${crawl} in stack ${stack} (${region}): ${endText(end, status)}.`,
    ...statusLines(status, stackPlace({ stack, region }, crawl)).slice(1),
    ...next.filter(([, value]) => value !== '').map(([name, value]) => `${name.padEnd(8)} ${value}`),
  ];
}
