import type { Settings } from '../../../shared/settings/settings.ts';
import { TopicSchema } from '../../../shared/settings/topic.ts';
import { reclassifyOnStack } from '../../aws/reclassify-on-stack.ts';
import { TARGET_OPTIONS, targetsAws } from '../../aws/target.ts';
import { CRAWL_OPTIONS, command, DEFAULT_DIR, parseNumberOption, UsageError } from '../../command.ts';
import { isCrawlFile, loadCrawlFile } from '../../load-crawl.ts';
import { isTopicCrawlFile } from '../../load-topic.ts';
import { printReclassification } from '../../maintain/print-reclassification.ts';
import { type ChooseTopic, reclassifyLocally } from '../../maintain/reclassify-locally.ts';
import { readTopicFilter } from '../../topic-file.ts';

const ABOUT = `Judges the stored pages of a crawl again by another topic, or by the topic of its settings, and changes the index, the stored
records and the settings of the crawl accordingly. Fetches nothing. Links of pages on topic that are in scope are added to the
frontier; the next \`thresher crawl\` follows them. With --dry-run it only shows which pages would enter and leave.

A topic file replaces the topic definition of the crawl and keeps its cut-off and weights. A model replaces the definition or model. A crawl.yaml replaces the whole
topic, and no other setting. A data folder must not be in use: end a running crawl first. In a stack, pause the crawl and wait
five minutes; --dry-run needs no pause. You can kill the command and run it again.`;

export const reclassifyCommand = command({
  name: 'reclassify',
  usage: [
    '[crawl.yaml | --topic FILE] [--cut-off N] [--dry-run] [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]',
  ],
  about: ABOUT,
  options: {
    topic: {
      type: 'string',
      value: 'FILE',
      help: 'topic definition, model, or crawl.yaml with a topic (default: that of the crawl)',
    },
    'cut-off': { type: 'string', value: 'N', help: 'keep pages with a score above N' },
    'dry-run': { type: 'boolean', help: 'show what would change, and change nothing' },
    ...CRAWL_OPTIONS,
    ...TARGET_OPTIONS,
  },
  examples: [
    ['thresher reclassify --topic plants.txt --dry-run', 'Show what a changed topic would change'],
    ['thresher reclassify --topic plants.txt', 'Apply it to the stored pages'],
    ['thresher reclassify crawl.yaml', 'Apply the topic of a crawl.yaml'],
    ['thresher reclassify --cut-off 50', 'Raise the threshold of the topic'],
    ['thresher reclassify --topic plants.txt --target aws --name plants', 'Apply a topic to a paused crawl in a stack'],
  ],
  async run({ operands, options }, terminal) {
    const { dir = DEFAULT_DIR, json = false } = options;
    const isDry = options['dry-run'] ?? false;
    if (operands.length + (options.topic === undefined ? 0 : 1) > 1)
      throw new UsageError('thresher reclassify: give one topic: a crawl.yaml, or --topic FILE');
    if (operands[0] !== undefined && !isCrawlFile(operands[0]))
      throw new UsageError(
        `thresher reclassify: ${operands[0]}: not a crawl.yaml; give a topic definition with --topic`,
      );
    const onStack = targetsAws({ ...options, dir });
    const cutOff = parseNumberOption('cut-off', options['cut-off'], 0, false);
    const { choose, name } = await loadTopicChoice(operands[0] ?? options.topic, cutOff);
    const place = { dir, name: options.name ?? name };
    const { crawl, report, cutOffs } = await (onStack
      ? reclassifyOnStack({ ...options, ...place }, choose, !isDry, terminal)
      : reclassifyLocally(place, choose, !isDry, terminal));

    const code = printReclassification(
      { crawl, report, cutOffs },
      { isApplied: !isDry, json, verb: 'judged' },
      terminal,
    );
    const isOnlyHere = cutOff !== undefined || (options.topic !== undefined && !isCrawlFile(options.topic));
    if (!isDry && isOnlyHere && !json)
      terminal.out(
        'The crawl has this topic now. Change its crawl.yaml too: `thresher crawl crawl.yaml` applies that of the file.',
      );
    return code;
  },
});

type TopicChoice = { choose: ChooseTopic; name?: string };

/** Reads the given topic. @returns the topic, as a function of the crawl's own, and the crawl that a crawl.yaml names */
async function loadTopicChoice(file: string | undefined, cutOff: number | undefined): Promise<TopicChoice> {
  const withCutOff = (topic: Settings['topic']) => (cutOff === undefined ? topic : changeCutOff(topic, cutOff));
  if (file === undefined) return { choose: withCutOff };
  if (await isTopicCrawlFile(file)) {
    const { topic, crawl } = await loadCrawlFile(file);
    return { choose: () => withCutOff(topic), name: crawl };
  }
  const topic = await loadTopicFile(file);
  return { choose: (before) => withCutOff(replaceDefinition(before, topic)) };
}

/** @throws TopicFileError, ModelFileError, UsageError */
async function loadTopicFile(file: string): Promise<Settings['topic']> {
  return TopicSchema.parse({ filters: [await readTopicFilter(file)] });
}

type Filter = Settings['topic']['filters'][number];

const hasCutOff = (filter: Filter): boolean => 'cutOff' in filter;

/**
 * Replaces the only topic definition or model, and keeps the other filters beside it. A topic definition keeps threshold and weights of
 * the one that it replaces.
 */
function replaceDefinition(before: Settings['topic'], given: Settings['topic']): Settings['topic'] {
  const [own, ...others] = before.filters.filter(hasCutOff);
  const [replacement] = given.filters;
  if (!own || others.length > 0 || !replacement) return given;
  const replaced =
    'terms' in own && 'terms' in replacement
      ? { ...own, terms: replacement.terms, termsText: replacement.termsText }
      : replacement;
  return { ...before, filters: before.filters.map((filter) => (hasCutOff(filter) ? replaced : filter)) };
}

/** @throws UsageError if the topic has no definition or model, or several */
function changeCutOff(topic: Settings['topic'], cutOff: number): Settings['topic'] {
  const definitions = topic.filters.filter(hasCutOff);
  if (definitions.length !== 1)
    throw new UsageError(
      `--cut-off: the topic has ${definitions.length} topic definitions; set \`cutOff\` of each in a crawl.yaml`,
    );
  return { ...topic, filters: topic.filters.map((filter) => (hasCutOff(filter) ? { ...filter, cutOff } : filter)) };
}
