import { reportTopic, type TopicReport } from '../../../shared/classify/review/report-topic.ts';
import { reportCrawlTopic } from '../../../shared/settings/explain/report-crawl-topic.ts';
import { loadModels } from '../../../shared/settings/topic-models.ts';
import { callAdmin, resolveCrawl } from '../../aws/api.ts';
import { openStack, TARGET_OPTIONS, type TargetOptions, targetsAws } from '../../aws/target.ts';
import { CRAWL_OPTIONS, command, EXIT, parseNumberOption, UsageError } from '../../command.ts';
import { loadTopicForCrawl } from '../../load-topic.ts';
import { type CrawlLocation, withCrawl } from '../../open-crawl.ts';
import { formatJson } from '../../output/format-json.ts';
import type { Terminal } from '../../output/terminal.ts';
import { topicLines } from '../../output/topic-lines.ts';
import { loadStoredSettings } from '../../run/crawl-settings.ts';

/** Default number of pages to read: about ten seconds of CPU. */
const DEFAULT_PAGES = 20_000;
/** The same on AWS, where the answer must come within 20 seconds. */
const DEFAULT_PAGES_ON_AWS = 2_000;
/** Default length of each list. */
const DEFAULT_LISTED = 20;

export const borderlineCommand = command({
  name: 'borderline',
  usage: ['[--limit N] [--pages N] [--topic FILE] [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]'],
  about:
    'Lists the off-topic pages nearest to the cut-off of the topic and the weakest accepted pages, with score, cut-off and terms. ' +
    'It judges the stored documents again with the current topic, or with that of --topic, and changes nothing. ' +
    'Large crawls are sampled evenly; the output says how much was read.',
  options: {
    limit: { type: 'string', value: 'N', help: `length of each list (default: ${DEFAULT_LISTED})` },
    pages: {
      type: 'string',
      value: 'N',
      help: `number of stored pages to read, rounded up to whole objects (default: ${DEFAULT_PAGES.toLocaleString('en')}; on AWS ${DEFAULT_PAGES_ON_AWS.toLocaleString('en')})`,
    },
    topic: {
      type: 'string',
      value: 'FILE',
      help: 'judge by the topic of this crawl.yaml, by this topic definition with the cut-off of the crawl, or by this model',
    },
    ...CRAWL_OPTIONS,
    ...TARGET_OPTIONS,
  },
  examples: [
    ['thresher borderline', 'Show twenty pages on each side of the cut-off'],
    ['thresher borderline --topic crawl.yaml --limit 50', 'Try a changed topic on the stored pages'],
    ['thresher borderline --json', 'Print {crawl, topic: {cutOffs, sample, verdicts, nearest, weakest}}'],
    ['thresher borderline --target aws', 'Show pages of a crawl in a stack'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0) throw new UsageError('thresher borderline: takes no arguments, only options');
    const listed = parseNumberOption('limit', options.limit, 1) ?? DEFAULT_LISTED;
    const pages = parseNumberOption('pages', options.pages, 1);
    const { crawl, topic } = await (targetsAws(options)
      ? askStack({ pages: pages ?? DEFAULT_PAGES_ON_AWS, listed }, options, terminal)
      : readLocally({ pages: pages ?? DEFAULT_PAGES, listed }, options));
    if (options.json) terminal.out(formatJson({ crawl, topic }));
    else if (topic === null) terminal.out(`Crawl ${crawl} has no topic: every page is accepted.`);
    else for (const line of topicLines(topic)) terminal.out(line);
    return EXIT.done;
  },
});

type Answer = { crawl: string; topic: TopicReport | null };
type Limits = { pages: number; listed: number };

async function readLocally(limits: Limits, options: CrawlLocation & { topic?: string }): Promise<Answer> {
  return withCrawl(options, 'read', async (control, stores) => {
    const { crawl, createdAt } = control;
    const { settings } = await loadStoredSettings(crawl, stores);
    if (options.topic === undefined)
      return { crawl, topic: (await reportCrawlTopic(settings, control, stores, limits)) ?? null };
    const judge = await loadTopicForCrawl(options.topic, await loadModels(settings, stores.objects));
    const ports = { objects: stores.objects, createdAt, now: stores.clock.now() };
    return { crawl, topic: judge.focused ? await reportTopic(crawl, judge, ports, limits) : null };
  });
}

async function askStack(
  limits: Limits,
  options: TargetOptions & { name?: string; topic?: string },
  terminal: Terminal,
): Promise<Answer> {
  if (options.topic !== undefined)
    throw new UsageError('--topic: tries a topic on a local data folder only; a stack judges by its own topic');
  const stack = await openStack(options, terminal);
  return callAdmin(stack, { action: 'topic', crawl: await resolveCrawl(stack, options.name), ...limits });
}
