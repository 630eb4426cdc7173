import type { Settings } from '../../shared/settings/settings.ts';
import { settingVariables } from '../../shared/settings/sources/environment.ts';
import { createCrawlOnStack } from '../aws/create-crawl.ts';
import { followCrawl, targetArguments } from '../aws/follow-crawl.ts';
import { openStack, TARGET_OPTIONS, type TargetOptions, targetsAws } from '../aws/target.ts';
import {
  command,
  DEFAULT_DIR,
  DIR_OPTION,
  EXIT,
  type ExitCode,
  JSON_OPTION,
  UsageError,
  type Values,
} from '../command.ts';
import { SETTING_OPTIONS, settingsFromArguments } from '../crawl/crawl-arguments.ts';
import { dryRun } from '../crawl/dry-run.ts';
import { runAndReport } from '../crawl/run-and-report.ts';
import { withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import type { Terminal } from '../output/terminal.ts';
import { repairIndex } from '../repair-index.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';

const ABOUT = `Crawls the given websites, or runs the crawl of a crawl.yaml. At the end it prints a summary and a search command.
Ctrl-C stops the crawl without losing data. Run the same command to resume it. If hosts rest or URLs wait at the end, no
host could be reached or sent anything but checks for browsers, or a stage could not process an object, the summary says
so and the exit code is 1. A crawl that was paused or stopped with \`thresher pause\` or \`thresher stop\` is refused (exit
code 2) unless --resume opens it.

Each page has a time of its next visit, and a crawl.yaml may have schedules. A run fetches everything that is due once, then
ends. With --watch the crawl keeps running and fetches pages when they become due. Without --watch, run the same command
from cron or a systemd timer.

Without URLs, --name continues a crawl of the folder with its stored settings, also if its crawl.yaml is gone.

With --target aws the crawl runs in a stack (see \`thresher deploy\`), and this command shows its progress until nothing is
left to fetch now or you press Ctrl-C. It ends with the exit codes of a local crawl. The stack's options set the concurrency there, not the settings of the crawl.`;

export const crawlCommand = command({
  name: 'crawl',
  usage: [
    'URL… [options]',
    'crawl.yaml [options]',
    '--name NAME [--watch] [--resume] [--dir DIR]',
    'URL… | crawl.yaml --target aws [--stack NAME] [--no-wait]',
  ],
  about: ABOUT,
  options: {
    ...SETTING_OPTIONS,
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: 'write the records to this file at the end, as JSON Lines',
    },
    'warc-file': {
      type: 'string',
      value: 'FILE',
      help: 'write the archived requests and responses to this WARC file at the end, as `thresher export --format warc` (without robots.txt and responses of unwanted types)',
    },
    dir: DIR_OPTION,
    json: { ...JSON_OPTION, help: 'print only the final status, as JSON' },
    ...TARGET_OPTIONS,
    watch: {
      type: 'boolean',
      help: 'keep running for revisits and schedules, until Ctrl-C',
    },
    'dry-run': {
      type: 'boolean',
      help: 'print the accepted and refused seeds and the rules in effect; fetch and write nothing',
    },
    resume: { type: 'boolean', help: 'open the crawl if it is paused or stopped' },
    'end-with-input': {
      type: 'boolean',
      help: 'stop as after Ctrl-C when standard input ends, such as with the program that holds the other end of the pipe',
    },
    'remove-limits': {
      type: 'boolean',
      help: 'with --target aws: remove limits (`limits.pages`, `budget`) that the crawl has and the settings lack',
    },
    'no-wait': { type: 'boolean', help: 'with --target aws: start the crawl and do not show its progress' },
  },
  examples: [
    ['thresher crawl https://example.org/', 'Crawl a whole website'],
    ['thresher crawl https://example.org/ --topic plants.txt --limit 1000', 'Follow a topic, at most 1,000 pages'],
    [
      "thresher crawl https://example.org/ --exclude '/print/*' --delay 5 -o pages.jsonl",
      'Exclude a part of the site, wait 5 s between requests, and write the records to a file',
    ],
    ['thresher crawl crawl.yaml --dir data --json', 'Run the crawl of a crawl.yaml from a script'],
    ['thresher crawl crawl.yaml --dry-run', 'Print the seeds and rules of a crawl without fetching anything'],
    ['thresher crawl crawl.yaml --watch', 'Keep the crawled pages up to date until Ctrl-C'],
    ['thresher crawl --name plants --dir data', 'Continue a crawl with its stored settings'],
    ['thresher crawl crawl.yaml --target aws', 'Crawl in the stack deployed from this folder, and show the progress'],
    ['thresher crawl https://example.org/ --target aws --stack Other --no-wait', 'Start a crawl in another stack'],
  ],
  async run({ operands, options }, given) {
    const terminal = options['end-with-input'] ? endWithInput(given) : given;
    const { dir = DEFAULT_DIR, json, output, 'warc-file': warcFile, target, stack, region } = options;
    const side = { target, stack, region, dir };
    const onAws = targetsAws(side);
    if (onAws && output !== undefined)
      throw new UsageError(
        '--output: not possible with --target aws; the records are in the data bucket, under records/',
      );
    if (onAws && warcFile !== undefined)
      throw new UsageError(
        '--warc-file: not possible with --target aws; the WARC files are in the data bucket, under raw/',
      );
    for (const name of ['no-wait', 'remove-limits'] as const)
      if (!onAws && options[name]) throw new UsageError(`--${name}: requires --target aws`);
    const isContinued = operands.length === 0 && options.name !== undefined && !onAws;
    const settings = await (isContinued
      ? storedSettings(dir, options, terminal)
      : settingsFromArguments(operands, options, terminal.env));
    if (!settings) return EXIT.interrupted;
    const { watch = false, resume = false } = options;
    if (onAws && watch) throw new UsageError('--watch: not needed with --target aws; the stack keeps crawls running');
    if (options['dry-run'])
      return dryRun(settings, { dir: onAws ? undefined : dir, json: json ?? false, resume }, terminal);
    if (!onAws) return runAndReport(settings, { dir, json, output, warcFile, watch, resume, isContinued }, terminal);
    const removeLimits = options['remove-limits'] ?? false;
    return crawlOnAws(
      side,
      settings,
      { json: json ?? false, wait: !options['no-wait'], resume, removeLimits },
      terminal,
    );
  },
});

/** Returns a terminal whose interrupt also aborts when standard input ends. */
function endWithInput(terminal: Terminal): Terminal {
  const ended = new AbortController();
  const drain = async () => {
    for await (const _ of terminal.input());
  };
  // Input that cannot be read has ended, too.
  void drain()
    .catch(() => undefined)
    .finally(() => ended.abort());
  return { ...terminal, interrupt: AbortSignal.any([terminal.interrupt, ended.signal]) };
}

/**
 * Loads the settings of the crawl that `--name` names.
 *
 * @returns undefined if the user ended the repair of a lost index, without which the folder cannot be opened
 * @throws UsageError for options that set a setting, and if there is no such crawl
 */
async function storedSettings(
  dir: string,
  { name, ...options }: Values<typeof SETTING_OPTIONS>,
  terminal: Terminal,
): Promise<Settings | undefined> {
  const given = Object.keys(SETTING_OPTIONS).filter((option) => option in options);
  if (given.length > 0)
    throw new UsageError(
      ...given.map((one) => `--${one}: not possible without URLs or a crawl.yaml; the crawl has its stored settings`),
    );
  const variables = settingVariables(terminal.env);
  if (variables.length > 0) terminal.err(`${variables.join(', ')}: ignored; the crawl has its stored settings`);
  if ((await repairIndex(dir, terminal)) === 'interrupted') return undefined;
  return withCrawl({ dir, name }, 'read', async ({ crawl }, stores) => {
    const { settings } = await loadStoredSettings(crawl, stores);
    return settings;
  });
}

async function crawlOnAws(
  side: TargetOptions,
  settings: Settings,
  { json, wait, ...how }: { json: boolean; wait: boolean; resume: boolean; removeLimits: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const { aws } = settings;
  const named = { ...side, stack: side.stack ?? aws?.stackName, region: side.region ?? aws?.region };
  const stack = await openStack(named, terminal);
  await createCrawlOnStack(stack, settings, terminal, { dir: side.dir, ...how });
  if (wait) return followCrawl(stack, settings, { json }, terminal);
  const { crawl } = settings;
  if (json) terminal.out(formatJson({ crawl, stack: stack.stack, region: stack.region }));
  else
    terminal.out(`Crawl ${crawl} runs in stack ${stack.stack}: npx thresher status ${targetArguments(stack, crawl)}`);
  return EXIT.done;
}
