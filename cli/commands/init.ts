import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { readTopicFile } from '../../shared/classify/terms/topic-file.ts';
import { PRESET_NAMES } from '../../shared/settings/presets.ts';
import type { Scope } from '../../shared/settings/settings.ts';
import { newCrawlFile, topicOf } from '../../shared/settings/sources/new-crawl-file.ts';
import { command, EXIT, type ExitCode, UsageError } from '../command.ts';
import {
  type Answers,
  askForMissing,
  askForSeeds,
  INIT_OPTIONS,
  type InitFlags,
  networkOf,
  SCOPES,
} from '../init/ask-crawl.ts';
import { checkChoice, checkName, checkSeed, checkUserAgent, checkWords } from '../init/check-answers.ts';
import { combineJobName, importCombineFiles } from '../init/import-combine.ts';
import { createQuestions } from '../init/questions.ts';
import { topicFromExamples } from '../init/topic-from-examples.ts';
import { loadCrawlFile } from '../load-crawl.ts';
import { checkOutputFile } from '../output/output-file.ts';
import { quoteForShell } from '../output/quote-for-shell.ts';
import type { Terminal } from '../output/terminal.ts';
import { readUtf8File } from '../read-text-file.ts';

export const initCommand = command({
  name: 'init',
  usage: [
    '[NAME] [options]',
    '--topic NAME --examples URL|FILE… [options]',
    '[NAME] --from combine.cfg [--from FILE] [options]',
  ],
  about:
    'Writes a crawl.yaml with comments. On a terminal, it asks for what the options do not give. It overwrites files only with\n--force. With --from, it converts the configuration of the crawler Combine, and lists what has no counterpart.',
  options: INIT_OPTIONS,
  examples: [
    ['thresher init', 'Answer a few questions'],
    [
      'thresher init --topic sundews --examples https://example.org/drosera saved-page.html',
      'Learn a topic from pages about it: writes crawl.yaml, crawl-topic.txt and crawl.model',
    ],
    ['thresher init --seed https://example.org/ --preset site', 'Without questions if there is no terminal'],
    [
      "thresher init plants --preset topic --words 'sundew, carnivorous plants' --seed https://example.org/ -o plants.yaml",
      'A crawl on a topic: also writes plants-topic.txt',
    ],
    [
      'thresher init --from jobdefault.cfg --from combine.cfg --seed https://example.org/',
      'Convert the configuration of Combine',
    ],
  ],
  async run({ operands: [name, ...more], options: flags }, terminal) {
    if (flags.examples !== undefined) return initFromExamples([name ?? [], more].flat(), flags, terminal);
    if (more.length > 0) throw new UsageError('thresher init: give at most one name');
    const file = flags.output ?? 'crawl.yaml';
    checkFileName(file);
    checkFlags(name, flags);
    if (flags.pause !== undefined) throw new UsageError('--pause: only with --examples');
    if (flags.topic !== undefined) readTopicFile(await readUtf8File(flags.topic), flags.topic);
    await refuseExisting(file, flags);
    if (flags.from !== undefined) return importFrom(flags.from, name, file, flags, terminal);
    const answers = await askForMissing(name, flags, createQuestions(terminal));
    if (answers === undefined) return EXIT.interrupted;
    await writeCrawl(file, answers, flags, terminal);
    return EXIT.done;
  },
});

/** Learns a topic from examples and writes it with a crawl.yaml. @param operands further examples */
async function initFromExamples(operands: readonly string[], flags: InitFlags, terminal: Terminal): Promise<ExitCode> {
  const { topic: name, examples = [], output: file = 'crawl.yaml', seed: seeds = [], scope, ...rest } = flags;
  if (name === undefined) throw new UsageError('--examples: give the name of the topic with --topic NAME');
  const unused = (['preset', 'words', 'from'] as const).filter((option) => flags[option] !== undefined);
  if (unused.length > 0) throw new UsageError(...unused.map((option) => `--${option}: not with --examples`));
  checkFileName(file);
  const { topic: _, ...others } = flags;
  checkFlags(name, others);
  await refuseExisting(file, flags);
  const given = {
    ...{ name, file, seeds, examples: [...examples, ...operands] },
    ...(scope !== undefined && { scope: scope as Scope }),
    ...optionalNetwork(flags),
    ...(rest['user-agent'] !== undefined && { userAgent: rest['user-agent'] }),
  };
  const found = await topicFromExamples(given, rest, terminal);
  if (found === undefined) return EXIT.interrupted;
  for (const [path] of found.files) await refuseExisting(path, flags);
  await writeFiles(found.files, flags);
  await loadCrawlFile(file);
  for (const line of found.lines) terminal.out(line);
  tellFiles(found.files, file, terminal);
  return EXIT.done;
}

/** The files to write: path and content. */
type Files = readonly (readonly [path: string, content: string | Uint8Array])[];

async function writeFiles(files: Files, { force }: InitFlags): Promise<void> {
  for (const [path, content] of files) await writeFile(path, content, { flag: force ? 'w' : 'wx' });
}

/** Says what was written, and how the crawl is started. */
function tellFiles(files: Files, crawlFile: string, terminal: Terminal): void {
  for (const [path] of files) terminal.out(`${path} written`);
  terminal.out(`Start the crawl with: npx thresher crawl ${quoteForShell(crawlFile)}`);
}

function checkFileName(file: string): void {
  if (!/\.ya?ml$/i.test(file)) throw new UsageError(`--output: ${file}: must end in .yaml or .yml`);
}

const optionalNetwork = (flags: InitFlags) => {
  const network = networkOf(flags);
  return network && { network };
};

/** @throws UsageError listing every invalid value */
function checkFlags(name: string | undefined, flags: InitFlags): void {
  const problems = [
    ...(name === undefined ? [] : [['NAME', checkName(name)]]),
    ...(flags.seed ?? []).map((seed) => ['--seed', checkSeed(seed)]),
    ['--preset', flags.preset === undefined ? undefined : checkChoice(flags.preset, PRESET_NAMES)],
    ['--scope', flags.scope === undefined ? undefined : checkChoice(flags.scope, SCOPES)],
    ['--words', flags.words === undefined ? undefined : checkWords(flags.words)],
    ['--user-agent', flags['user-agent'] === undefined ? undefined : checkUserAgent(flags['user-agent'])],
    [
      '--topic',
      flags.topic !== undefined && flags.words !== undefined ? 'give --topic or --words, not both' : undefined,
    ],
  ];
  const lines = problems.flatMap(([option, problem]) => (problem === undefined ? [] : [`${option}: ${problem}`]));
  if (lines.length > 0) throw new UsageError(...lines);
}

/** @throws UsageError if the file exists, or cannot be written */
async function refuseExisting(file: string, { force }: InitFlags): Promise<void> {
  if (!force && existsSync(file))
    throw new UsageError(`${file} exists; choose another name with --output, or overwrite it with --force`);
  await checkOutputFile(file, '--output');
}

/** Converts configuration files of Combine. The exit code says whether the crawl will differ from Combine's. */
async function importFrom(
  from: readonly string[],
  name: string | undefined,
  file: string,
  flags: InitFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const unused = (['preset', 'words', 'topic'] as const).filter((option) => flags[option] !== undefined);
  if (unused.length > 0) throw new UsageError(...unused.map((option) => `--${option}: not with --from`));
  const seeds = await askForSeeds(flags, createQuestions(terminal));
  if (seeds === undefined) return EXIT.interrupted;
  const { scope, 'user-agent': userAgent } = flags;
  const given = {
    seeds,
    ...(scope !== undefined && { scope }),
    ...(userAgent !== undefined && { userAgent }),
    ...optionalNetwork(flags),
  };
  const imported = await importCombineFiles(from, name ?? combineJobName(from.at(-1)!), given, dirname(file));
  await writeFiles([[file, imported.text]], flags);
  for (const line of imported.lines) terminal.err(line);
  await loadCrawlFile(file);
  terminal.out(`${file} written`);
  if (imported.lines.length > 0)
    terminal.out(`entries that were not converted: ${imported.lines.length}; ${file} lists them`);
  return imported.hasLosses ? EXIT.errors : EXIT.done;
}

/** Writes the crawl.yaml, and the topic definition if the answers have words. @throws UsageError if there is a file of its name */
async function writeCrawl(
  file: string,
  { words, ...crawl }: Answers,
  flags: InitFlags,
  terminal: Terminal,
): Promise<void> {
  const files: [path: string, text: string][] = [];
  const newTopic = `${basename(file).replace(/\.\w+$/, '')}-topic.txt`;
  const givenTopic = flags.topic === undefined ? undefined : relative(dirname(file), flags.topic);
  const topicFile = words.length > 0 ? newTopic : givenTopic;
  if (words.length > 0) {
    const path = join(dirname(file), newTopic);
    await refuseExisting(path, flags);
    files.push([path, topicOf(words, crawl.crawl)]);
  }
  files.push([
    file,
    newCrawlFile({ ...crawl, ...optionalNetwork(flags), ...(topicFile !== undefined && { topicFile }) }),
  ]);
  await writeFiles(files, flags);
  await loadCrawlFile(file);
  tellFiles(files, file, terminal);
}
