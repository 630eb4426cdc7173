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
import { command, EXIT, type ExitCode, JSON_OPTION, JSONL_OPTION, UsageError, type Values } from '../command.ts';
import { overrideLayers, SETTING_OPTIONS, settingsFromArguments } from '../crawl/crawl-arguments.ts';
import { describeError } from '../describe-error.ts';
import { checkFilterArguments, requiredString } from '../filter-input.ts';
import { isCrawlFile } from '../load-crawl.ts';
import { isTopicCrawlFile } from '../load-topic.ts';
import { formatJson } from '../output/format-json.ts';
import { answerLines } from '../output/json-lines.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { readUtf8File } from '../read-text-file.ts';
import { warnIgnoredRobots } from '../run/ignored-robots.ts';
import { warnUnsentCredentials } from '../run/unsent-credentials.ts';
import { warnUnusedSettings } from '../run/unused-settings.ts';
import { warnMissingContact } from '../seeds/missing-contact.ts';
import { readTopicFilter } from '../topic-file.ts';

export const validateCommand = command({
  name: 'validate',
  usage: ['FILE… [--json]', '--jsonl < requests.jsonl', 'crawl.yaml --print [options of crawl]'],
  about:
    'Checks a crawl.yaml and the files that it refers to, a topic definition, or a model. Each error names the file, line and key.\nWith --json, it prints a line for each file: {file, valid, summary, errors: [{message, file, line}], warnings}. As a filter it reads {id, file} lines and answers the same.\nWith --print, it prints all settings in effect as a crawl.yaml. Comments name the source of each value.',
  options: {
    print: {
      type: 'boolean',
      help: 'print the complete settings: defaults, preset, file, THRESHER_… variables, options',
    },
    ...SETTING_OPTIONS,
    json: JSON_OPTION,
    jsonl: JSONL_OPTION,
  },
  examples: [
    ['thresher validate crawl.yaml', 'Check a crawl'],
    ['thresher validate plants.txt', 'Check a topic definition'],
    ['thresher validate plants.model', 'Check a model of `thresher train`'],
    ['thresher validate *.yaml --json', 'Check several files from a script'],
    [`echo '{"id":1,"file":"crawl.yaml"}' | thresher validate --jsonl`, 'Check files as a filter'],
    ['thresher validate crawl.yaml --print', 'Print every setting with its source'],
    [
      'THRESHER_LIMITS_PAGES=100 thresher validate crawl.yaml --print --delay 5 > complete.yaml',
      'Write the settings of this run to a file that depends on no other file, variable or option',
    ],
  ],
  async run({ operands, options: { print, json, jsonl, ...flags } }, terminal) {
    if (jsonl) {
      checkFilterArguments('validate', operands, { print });
      return answerLines(
        async (request) => (await findFaults(requiredString(request, 'file'), flags, terminal)).found,
        terminal,
      );
    }
    if (operands.length === 0)
      throw new UsageError('thresher validate: give at least one crawl.yaml or topic definition, or --jsonl');
    if (print && (operands.length > 1 || !isCrawlFile(operands[0]!)))
      throw new UsageError('thresher validate: --print needs exactly one crawl.yaml');
    if (print && json) throw new UsageError('thresher validate: --print: not with --json');
    const codes: ExitCode[] = [];
    for (const file of operands)
      codes.push(
        await (json
          ? validateToJson(file, flags, terminal)
          : validateFile(file, flags, print ?? false, terminal, terminal.err)),
      );
    return codes.find((code) => code === EXIT.usage) ?? codes.find((code) => code !== EXIT.done) ?? EXIT.done;
  },
});

type Flags = Values<typeof SETTING_OPTIONS>;

/** Validates one file and prints what was found as a line of JSON. */
async function validateToJson(file: string, flags: Flags, terminal: Terminal): Promise<ExitCode> {
  const { found, code } = await findFaults(file, flags, terminal);
  terminal.out(formatJson(found));
  return code;
}

/** Validates one file without printing. */
async function findFaults(file: string, flags: Flags, terminal: Terminal) {
  const [summary, warnings, errors]: [string[], string[], string[]] = [[], [], []];
  const collect = (lines: string[]) => (line: string) => void lines.push(line);
  const collecting = { ...terminal, out: collect(summary), err: collect(warnings) };
  const code = await validateFile(file, flags, false, collecting, collect(errors));
  const found = {
    file,
    valid: errors.length === 0,
    summary: summary[0] ?? null,
    errors: errors.map((error) => placeOf(error, file)),
    warnings,
  };
  return { found, code };
}

/**
 * Splits an error into its message and its place. Errors of variables and of unreadable files have no line.
 *
 * @param validated the file that is validated, whose name may have colons. The error may be about a file that it refers to
 */
function placeOf(error: string, validated: string): { message: string; file: string | null; line: number | null } {
  const known = error.startsWith(`${validated}:`) ? validated : '';
  const [, rest, line, message] = /^(.*?):(\d+): (.*)$/s.exec(error.slice(known.length)) ?? [];
  return message === undefined
    ? { message: error, file: null, line: null }
    : { message, file: `${known}${rest}`, line: Number(line) };
}

/**
 * Validates one file and prints its errors, so that the other files are validated too.
 *
 * @param report prints an error
 */
async function validateFile(
  file: string,
  flags: Flags,
  print: boolean,
  terminal: Terminal,
  report: (line: string) => void,
): Promise<ExitCode> {
  try {
    if (!(await isTopicCrawlFile(file))) return await validateTopicFile(file, terminal);
    return await validateCrawlFile(file, flags, print, terminal);
  } catch (error) {
    const { lines, code } = describeError(error);
    for (const line of lines) report(line);
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
  warnUnusedSettings(settings, terminal);
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
