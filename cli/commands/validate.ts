import { readTopicFile } from '../../shared/classify/topic-file.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import { isSeedSource } from '../../shared/settings/seeds.ts';
import { REASONS } from '../../shared/url/reason.ts';
import { command, EXIT, type ExitCode, UsageError } from '../command.ts';
import { isCrawlFile } from '../crawl-arguments.ts';
import { describeError } from '../describe-error.ts';
import { loadCrawlFile, readTextFile } from '../load-crawl.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { warnIgnoredRobots } from '../run/ignored-robots.ts';

export const validateCommand = command({
  name: 'validate',
  usage: ['FILE…'],
  about:
    'Checks a crawl.yaml and the files that it refers to, or a topic definition. Each error names the file, line and key.',
  options: {},
  examples: [
    ['thresher validate crawl.yaml', 'Check a crawl'],
    ['thresher validate plants.txt', 'Check a topic definition'],
  ],
  async run({ operands }, terminal) {
    if (operands.length === 0)
      throw new UsageError('thresher validate: give at least one crawl.yaml or topic definition');
    const codes: ExitCode[] = [];
    for (const file of operands) codes.push(await validateFile(file, terminal));
    return codes.find((code) => code === EXIT.usage) ?? codes.find((code) => code !== EXIT.done) ?? EXIT.done;
  },
});

/** Validates one file and prints its errors, so that the other files are validated too. */
async function validateFile(file: string, terminal: Terminal): Promise<ExitCode> {
  try {
    return await (isCrawlFile(file) ? validateCrawlFile(file, terminal) : validateTopicFile(file, terminal));
  } catch (error) {
    const { lines, code } = describeError(error);
    for (const line of lines) terminal.err(line);
    return code;
  }
}

async function validateCrawlFile(file: string, terminal: Terminal): Promise<ExitCode> {
  const settings = await loadCrawlFile(file);
  const { accepted, refused } = seedsOf(settings);
  for (const { input, reason, from } of refused)
    terminal.err(
      `${file}: seed refused: ${printable(from ? `${from}: ${input}` : input)}: ${reason} (${REASONS[reason]})`,
    );
  warnIgnoredRobots(settings, terminal);
  const sources = settings.seeds.filter(isSeedSource).length;
  terminal.out(
    `${file}: crawl ${settings.crawl}, ${accepted.length} seeds${sources > 0 ? ` and ${sources} sources of seeds` : ''}, scope ${settings.scope}, ${settings.topic.filters.length} topic filters`,
  );
  return refused.length > 0 ? EXIT.errors : EXIT.done;
}

async function validateTopicFile(file: string, terminal: Terminal): Promise<ExitCode> {
  const terms = readTopicFile(await readTextFile(file), file);
  const classes = new Set(terms.flatMap((term) => term.classes));
  terminal.out(`${file}: a topic of ${terms.length} terms in ${classes.size} classes`);
  return EXIT.done;
}
