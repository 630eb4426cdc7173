import type { Settings } from '../../shared/settings/settings.ts';
import { followCrawl, whereIs } from '../aws/crawl.ts';
import { createCrawl } from '../aws/create.ts';
import { isAws, openStack, TARGET, type TargetOptions } from '../aws/target.ts';
import { command, DEFAULT_DIR, DIR, EXIT, type ExitCode, JSON_OUT, UsageError } from '../command.ts';
import { CRAWL_OPTIONS, crawlSettings } from '../crawl-job.ts';
import type { Terminal } from '../output/terminal.ts';
import { runAndReport } from '../run-and-report.ts';

const ABOUT = `Crawls the sites given, politely, or what a crawl.yaml says; ends with a summary and how to search what was found.
The same command again goes on where it was. Ctrl-C stops in order: nothing is lost.

Pages have their next time, and a crawl.yaml may have schedules. Each run does what has become due, once; between runs nobody
looks. With --watch it stays and does it in time; or let cron or a systemd timer run the same command without it.

With --target aws the crawl is made in a stack (thresher deploy) and goes on there by itself; this command only looks on,
until nothing is left to fetch or Ctrl-C. What the settings call concurrency is decided by the stack there.`;

export const crawlCommand = command({
  name: 'crawl',
  usage: ['URL… [options]', 'crawl.yaml [options]', 'URL… | crawl.yaml --target aws [--stack NAME] [--no-wait]'],
  about: ABOUT,
  options: {
    ...CRAWL_OPTIONS,
    output: { type: 'string', short: 'o', value: 'FILE', help: 'write what was kept to this file, as JSON Lines' },
    dir: DIR,
    json: { ...JSON_OUT, help: 'print the status as JSON at the end, and nothing else' },
    ...TARGET,
    watch: {
      type: 'boolean',
      help: 'stay when all is fetched: revisits and schedules come in their time, until Ctrl-C',
    },
    'no-wait': { type: 'boolean', help: 'with --target aws: do not look on' },
  },
  examples: [
    ['thresher crawl https://example.org/', 'the whole of a site'],
    ['thresher crawl https://example.org/ --topic plants.txt --limit 1000', 'follow a topic to any host, 1,000 pages'],
    [
      "thresher crawl https://example.org/ --exclude '/print/*' --delay 5 -o pages.jsonl",
      'leave out a part, go slowly',
    ],
    ['thresher crawl crawl.yaml --dir data --json', 'from a file, for a script'],
    ['thresher crawl crawl.yaml --watch', 'stay, and keep what was found up to date'],
    ['thresher crawl crawl.yaml --target aws', 'in the stack that was deployed from here, looking on'],
    ['thresher crawl https://example.org/ --target aws --stack Other --no-wait', 'in another one, and no more'],
  ],
  async run({ operands, options }, terminal) {
    const { dir = DEFAULT_DIR, json, output, target, stack, region } = options;
    const side = { target, stack, region, dir };
    const onAws = isAws(side);
    if (onAws && output !== undefined)
      throw new UsageError('--output: records of a crawl on AWS lie in the data bucket, below records/');
    if (!onAws && options['no-wait']) throw new UsageError('--no-wait: goes with --target aws');
    const settings = await crawlSettings(operands, options);
    const watch = options.watch ?? false;
    if (onAws && watch) throw new UsageError('--watch: a crawl on AWS goes on by itself');
    if (!onAws) return runAndReport(watch ? settings : atOnce(settings), { dir, json, output, watch }, terminal);
    return crawlOnAws(side, settings, { json: json ?? false, wait: !options['no-wait'] }, terminal);
  },
});

/** A run that ends when all is fetched follows links as it finds them: to wait for their time would be to leave them out. */
function atOnce(settings: Settings): Settings {
  return { ...settings, schedules: settings.schedules.filter(({ run }) => run !== 'new') };
}

async function crawlOnAws(
  side: TargetOptions,
  settings: Settings,
  { json, wait }: { json: boolean; wait: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const { aws } = settings;
  const named = { ...side, stack: side.stack ?? aws?.stackName, region: side.region ?? aws?.region };
  const stack = await openStack(named, terminal);
  await createCrawl(stack, settings, terminal, side.dir);
  if (wait) return followCrawl(stack, settings, { json }, terminal);
  const { crawl } = settings;
  if (json) terminal.out(JSON.stringify({ crawl, stack: stack.stack, region: stack.region }));
  else terminal.out(`Crawl ${crawl} goes on in stack ${stack.stack}: npx thresher status ${whereIs(stack, crawl)}`);
  return EXIT.done;
}
