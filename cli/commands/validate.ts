import { decodeModel } from '../../shared/classify/models/model-file.ts';
import { readTopicFile } from '../../shared/classify/terms/topic-file.ts';
import { crawlFileLayer } from '../../shared/settings/crawl-file.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import { printSettings } from '../../shared/settings/sources/print-settings.ts';
import { isSeedSource } from '../../shared/settings/stages/web-list.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { REASONS } from '../../shared/url/reason.ts';
import { warnStackAlerts } from '../alerts/warn-stack-alerts.ts';
import { warnStackAnnotations } from '../annotations/warn-stack-annotations.ts';
import { command, EXIT, type ExitCode, UsageError, type Values } from '../command.ts';
import { CRAWL_OPTIONS, overrideLayers, settingsFromArguments } from '../crawl-arguments.ts';
import { describeError } from '../describe-error.ts';
import { isCrawlFile } from '../load-crawl.ts';
import { isTopicCrawlFile } from '../load-topic.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { readUtf8File } from '../read-text-file.ts';
import { warnIgnoredRobots } from '../run/ignored-robots.ts';
import { warnUnsentCredentials } from '../run/unsent-credentials.ts';
import { warnMissingContact } from '../seeds/missing-contact.ts';
import { readTopicFilter } from '../topic-file.ts';

export const validateCommand = command({
  name: 'validate',
  usage: ['FILE…', 'crawl.yaml --print [options of crawl]'],
  about:
    'Checks a crawl.yaml and the files that it refers to, a topic definition, or a model. Each error names the file, line and key.\nWith --print, it prints all settings in effect as a crawl.yaml. Comments name the source of each value.',
  options: {
    print: {
      type: 'boolean',
      help: 'print the complete settings: defaults, preset, file, THRESHER_… variables, options',
    },
    ...CRAWL_OPTIONS,
  },
  examples: [
    ['thresher validate crawl.yaml', 'Check a crawl'],
    ['thresher validate plants.txt', 'Check a topic definition'],
    ['thresher validate plants.model', 'Check a model of `thresher train`'],
    ['thresher validate crawl.yaml --print', 'Print every setting with its source'],
    [
      'THRESHER_LIMITS_PAGES=100 thresher validate crawl.yaml --print --delay 5 > complete.yaml',
      'Write the settings of this run to a file that depends on no other file, variable or option',
    ],
  ],
  async run({ operands, options: { print, ...flags } }, terminal) {
    if (operands.length === 0)
      throw new UsageError('thresher validate: give at least one crawl.yaml or topic definition');
    if (print && (operands.length > 1 || !isCrawlFile(operands[0]!)))
      throw new UsageError('thresher validate: --print needs exactly one crawl.yaml');
    const codes: ExitCode[] = [];
    for (const file of operands) codes.push(await validateFile(file, flags, print ?? false, terminal));
    return codes.find((code) => code === EXIT.usage) ?? codes.find((code) => code !== EXIT.done) ?? EXIT.done;
  },
});

type Flags = Values<typeof CRAWL_OPTIONS>;

/** Validates one file and prints its errors, so that the other files are validated too. */
async function validateFile(file: string, flags: Flags, print: boolean, terminal: Terminal): Promise<ExitCode> {
  try {
    if (!(await isTopicCrawlFile(file))) return await validateTopicFile(file, terminal);
    return await validateCrawlFile(file, flags, print, terminal);
  } catch (error) {
    const { lines, code } = describeError(error);
    for (const line of lines) terminal.err(line);
    return code;
  }
}

async function validateCrawlFile(file: string, flags: Flags, print: boolean, terminal: Terminal): Promise<ExitCode> {
  const settings = await settingsFromArguments([file], flags, terminal.env);
  const { accepted, refused } = seedsOf(settings);
  for (const { input, reason, from } of refused)
    terminal.err(
      `${file}: seed refused: ${printable(from ? `${from}: ${input}` : input)}: ${reason} (${REASONS[reason]})`,
    );
  warnMissingContact(settings, terminal);
  warnIgnoredRobots(settings, terminal);
  warnUnsentCredentials(settings, terminal);
  if (settings.aws) warnStackAlerts(settings, terminal);
  if (settings.aws) warnStackAnnotations(settings, terminal);
  const sources = settings.seeds.filter(isSeedSource).length;
  if (print) {
    const layers = [...(await overrideLayers(flags, terminal.env)), crawlFileLayer(await readUtf8File(file), file)];
    terminal.out(printSettings(settings, layers).trimEnd());
  } else
    terminal.out(
      `${file}: crawl ${settings.crawl}, ${formatNoun(accepted.length, 'seed')}${sources > 0 ? ` and ${formatNoun(sources, 'source')} of seeds` : ''}, scope ${settings.scope}, ${formatNoun(settings.topic.filters.length, 'topic filter')}`,
    );
  return refused.length > 0 ? EXIT.errors : EXIT.done;
}

async function validateTopicFile(file: string, terminal: Terminal): Promise<ExitCode> {
  const filter = await readTopicFilter(file);
  if ('model' in filter) {
    const { algorithm, classes, vocabulary } = decodeModel(Buffer.from(filter.modelData ?? '', 'base64'), file);
    const features = formatNoun(vocabulary.hashes.length, 'feature');
    terminal.out(`${file}: a model (${algorithm}) of ${features} in ${formatNoun(classes.length, 'class', 'classes')}`);
    return EXIT.done;
  }
  const terms = readTopicFile(filter.termsText ?? '', file);
  const classes = new Set(terms.flatMap((term) => term.classes));
  terminal.out(
    `${file}: a topic of ${formatNoun(terms.length, 'term')} in ${formatNoun(classes.size, 'class', 'classes')}`,
  );
  return EXIT.done;
}
