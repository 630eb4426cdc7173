/** `thresher init --topic NAME --examples …`: a crawl.yaml, a topic definition and a model from a few pages. */
import { dirname, join } from 'node:path';
import { inputOf, type LearnedTopic, learnTopic, topicDefinition } from '../../shared/classify/examples/learn-topic.ts';
import { createClassifier } from '../../shared/classify/models/classifier.ts';
import { encodeModel } from '../../shared/classify/models/model-file.ts';
import { type NewCrawl, newCrawlFile } from '../../shared/settings/sources/new-crawl-file.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { UsageError } from '../command.ts';
import { openPoliteClient, type WebOptions } from '../fetch/polite-client.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { type ExamplePage, expandLists, fetchOthers, readExamples, textOf } from './example-pages.ts';

export type ExampleTopic = {
  /** Files to write: name → content. The crawl.yaml is the last. */
  files: [name: string, content: string | Uint8Array][];
  /** Lines that describe the proposal, for the user. */
  lines: string[];
};

type Given = Pick<NewCrawl, 'scope' | 'userAgent' | 'network'> & {
  /** Name of the crawl, and of the class of its topic. */
  name: string;
  examples: readonly string[];
  /** Further seeds. */
  seeds: readonly string[];
  /** Name of the crawl.yaml. */
  file: string;
};

/** Maximum number of seeds that are linked from files. */
const MAX_LINKED_SEEDS = 20;
/** Maximum number of terms that are printed. */
const MAX_SHOWN_TERMS = 15;

/**
 * Learns a topic from examples. Fetches those that are URLs, and up to 20 pages around them.
 *
 * @returns undefined if the user interrupts
 * @throws UsageError if no example can be used, or nothing is found to start from
 */
export async function topicFromExamples(
  given: Given,
  options: WebOptions,
  terminal: Terminal,
): Promise<ExampleTopic | undefined> {
  const web = openPoliteClient(options, terminal.interrupt);
  try {
    const source = { web, options, terminal };
    const examples = await readExamples(await expandLists(given.examples), source);
    if (examples.length === 0 && !terminal.interrupt.aborted)
      throw new UsageError('--examples: no example has a text to learn from');
    const others = await fetchOthers(examples, source);
    if (terminal.interrupt.aborted) return undefined;
    const topic = learnTopic(examples.map(textOf), others.map(textOf), given.name);
    if (topic.terms.length === 0 && !topic.model)
      throw new UsageError(
        '--examples: the examples have no words in common that are rare elsewhere; give more of them',
      );
    const seeds = chooseSeeds(given, examples, others, topic);
    if (seeds.length === 0) throw new UsageError('the examples are files without links to start from; give --seed URL');
    return describe(given, examples, others, topic, seeds);
  } finally {
    await web.close();
  }
}

/** Seeds: the examples, the front pages of their hosts, and linked pages on topic. For files, the pages that most of them link to. */
function chooseSeeds(
  { seeds, name }: Given,
  examples: readonly ExamplePage[],
  others: readonly ExamplePage[],
  { model }: LearnedTopic,
): string[] {
  const isOnTopic = model ? createClassifier(model) : undefined;
  const good = others.filter((page) => {
    const isFront = new URL(page.document.url).pathname === '/';
    return isFront || isOnTopic?.classify(inputOf(textOf(page))).classes[0]?.class === name;
  });
  const found = [...examples.filter(({ isFetched }) => isFetched), ...good].map(({ document }) => document.url);
  return [...new Set([...seeds, ...found, ...(found.length === 0 ? linkedUrls(examples) : [])])];
}

function linkedUrls(examples: readonly ExamplePage[]): string[] {
  const counts = new Map<string, number>();
  for (const { document } of examples)
    for (const url of new Set(document.links.map((link) => link.url)))
      if (/^https?:/.test(url)) counts.set(url, (counts.get(url) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_LINKED_SEEDS)
    .map(([url]) => url);
}

function describe(
  { name, file, scope, userAgent, network }: Given,
  examples: readonly ExamplePage[],
  others: readonly ExamplePage[],
  { terms, cutOff, model, best, offTopic, accepted, languages }: LearnedTopic,
  seeds: readonly string[],
): ExampleTopic {
  const crawlFile = file.replace(/^.*[/\\]/, '');
  const stem = crawlFile.replace(/\.\w+$/, '');
  const [topicFile, modelFile] = [`${stem}-topic.txt`, `${stem}.model`];
  const byTerms = { terms: topicFile, cutOff, normalise: true };
  const byModel = model && { model: modelFile };
  const [filter, other] = best === 'model' ? [byModel!, byTerms] : [byTerms, byModel];
  const text = newCrawlFile({
    ...{ crawl: name, preset: 'topic', seeds },
    ...(scope && { scope }),
    ...(userAgent !== undefined && { userAgent }),
    ...(network && { network }),
    topic: { filter, ...(other && { other }) },
  });
  const heading =
    '# Terms that are much more frequent in the examples than elsewhere. Change weights, remove terms, add your own.\n' +
    `# The cut-off is in ${crawlFile}. With --topic ${topicFile} alone it is 0: any page with a term is relevant.\n`;
  const shown = terms.slice(0, MAX_SHOWN_TERMS).map(({ term, weight }) => `${term} ${weight}`);
  return {
    files: [
      [join(dirname(file), topicFile), heading + topicDefinition(terms, name)],
      ...(model ? [[join(dirname(file), modelFile), encodeModel(model)] as [string, Uint8Array]] : []),
      [file, text],
    ],
    lines: [
      `examples  ${examples.length} read, and ${formatNoun(others.length, 'page')} around them`,
      ...(languages.length > 1 ? [`languages ${languages.join(', ')}: each has terms of its own`] : []),
      `terms     ${terms.length}: ${printable(shown.join(', '))}${terms.length > shown.length ? ' …' : ''}`,
      model
        ? `model     trained on ${formatNoun(examples.length, 'example')}, ${formatNoun(offTopic, 'page')} off topic and frequent words`
        : `model     none: there are too few pages off topic to compare with${languages.length > 1 ? ' in one of the languages' : ''}`,
      `topic     ${best === 'model' ? 'the model' : `the terms, cut-off ${formatNoun(cutOff, 'point')} a word`}; it accepts ${accepted} of ${formatNoun(examples.length, 'example')}`,
      `seeds     ${seeds.length}: ${printable(seeds.slice(0, 3).join(' '))}${seeds.length > 3 ? ' …' : ''}`,
    ],
  };
}
