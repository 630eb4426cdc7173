import { formatNoun } from '../../shared/text/format-count.ts';
import { isDebugging } from '../debugging.ts';
import { changedSettingsLines } from '../output/changed-settings-lines.ts';
import { formatJson } from '../output/format-json.ts';
import { limitLines } from '../output/line-limit.ts';
import { folderPlace } from '../output/quote-for-shell.ts';
import { formatDisk } from '../output/status-lines.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import type { CrawlHooks } from '../run/crawl-job.ts';

/** What a run has reported. `undelivered`: names of alerts whose last message was not delivered. */
export type RunMessages = {
  hooks: CrawlHooks;
  undelivered: ReadonlySet<string>;
  deadLetters(): number;
  /** Prints how many lines were left out, at the end of the run. */
  end(): void;
};

/** Returns hooks that print what happens in a run, and what they have printed. */
export function runMessages({ dir, crawl }: { dir: string; crawl: string }, terminal: Terminal): RunMessages {
  const undelivered = new Set<string>();
  let deadLetters = 0;
  const here = folderPlace(dir, crawl);
  const clock = { now: Date.now };
  const print = (line: string) => terminal.err(line);
  const retired = limitLines(
    clock,
    print,
    (n) =>
      `no more retries of ${formatNoun(n, 'further URL')}; see npx thresher frontier list --state retired ${here.crawl}`,
  );
  const unrendered = limitLines(clock, print, (n) => `not rendered: ${formatNoun(n, 'further page')}`);
  return {
    undelivered,
    deadLetters: () => deadLetters,
    end() {
      retired.end();
      unrendered.end();
    },
    hooks: {
      onSchedule: (name, hosts) =>
        terminal.err(`schedule ${name}: ${formatNoun(hosts, 'host is', 'hosts are')} due now`),
      onAskedAgain: (outcomes, hosts) =>
        terminal.err(
          `settings changed: asking ${formatNoun(hosts, 'host')} again for URLs that were ${outcomes.join(', ')}`,
        ),
      onClockSetBack: (ms) =>
        terminal.err(`the clock was set back by ${Math.round(ms / 1000)} s since the last run: due times are adjusted`),
      onDiskLow: (disk) => terminal.err(printable(`warning: disk of ${dir}: ${formatDisk(disk)}`)),
      onAlert({ name, message, isUndelivered }) {
        if (isUndelivered) undelivered.add(name);
        else undelivered.delete(name);
        terminal.err(printable(`alert ${name}: ${message}`));
      },
      onRetrained: (message) => terminal.err(printable(message)),
      onChangedSettings: (changed) => {
        for (const line of changedSettingsLines(changed, dir, crawl)) terminal.err(line);
      },
      onFault: (message) => terminal.err(`error, will be retried: ${printable(message)}`),
      onDeadLetter(message) {
        deadLetters++;
        terminal.err(`not processed, see npx thresher dlq ${here.store}: ${printable(message)}`);
      },
      onUnrendered: (url, detail) => unrendered.add(`not rendered: ${printable(url)}: ${printable(detail)}`),
      onRetired: ({ url, reason, tries }) =>
        retired.add(`no more retries after ${formatNoun(tries, 'failure')} (${reason}): ${printable(url)}`),
      ...(isDebugging(terminal.env) && {
        onUnfetched: (url) => terminal.err(formatJson({ event: 'url-unfetched', crawl, ...url })),
      }),
    },
  };
}
