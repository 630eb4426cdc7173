import { readTopicFile } from '../../shared/classify/topic-file.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import { isToGather } from '../../shared/settings/seeds.ts';
import { REASONS } from '../../shared/url/reason.ts';
import { command, EXIT, type ExitCode, UsageError } from '../command.ts';
import { isCrawlFile } from '../crawl-job.ts';
import { endingOf } from '../faults.ts';
import { loadCrawlFile, readText } from '../load-crawl.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { tellIgnored } from '../run/ignored-robots.ts';

export const validateCommand = command({
  name: 'validate',
  usage: ['FILE…'],
  about:
    'Says what is wrong in a crawl.yaml, with all files that it names, or in a topic definition: file, line and key.',
  options: {},
  examples: [
    ['thresher validate crawl.yaml', 'a crawl'],
    ['thresher validate plants.txt', 'a topic definition'],
  ],
  async run({ operands }, terminal) {
    if (operands.length === 0) throw new UsageError('thresher validate: give a crawl.yaml or a topic definition');
    const codes: ExitCode[] = [];
    for (const file of operands) codes.push(await check(file, terminal));
    return codes.find((code) => code === EXIT.usage) ?? codes.find((code) => code !== EXIT.done) ?? EXIT.done;
  },
});

/** A file that cannot be used does not keep the others from being looked at. */
async function check(file: string, terminal: Terminal): Promise<ExitCode> {
  try {
    return await (isCrawlFile(file) ? crawlFile(file, terminal) : topicFile(file, terminal));
  } catch (error) {
    const { lines, code } = endingOf(error);
    for (const line of lines) terminal.err(line);
    return code;
  }
}

async function crawlFile(file: string, terminal: Terminal): Promise<ExitCode> {
  const settings = await loadCrawlFile(file);
  const { accepted, refused } = seedsOf(settings);
  for (const { input, reason, from } of refused)
    terminal.err(
      `${file}: seed refused: ${printable(from ? `${from}: ${input}` : input)}: ${reason} (${REASONS[reason]})`,
    );
  tellIgnored(settings, terminal);
  const sources = settings.seeds.filter(isToGather).length;
  terminal.out(
    `${file}: crawl ${settings.crawl}, ${accepted.length} seeds${sources > 0 ? ` and ${sources} sources of seeds` : ''}, scope ${settings.scope}, ${settings.topic.filters.length} topic filters`,
  );
  return refused.length > 0 ? EXIT.errors : EXIT.done;
}

async function topicFile(file: string, terminal: Terminal): Promise<ExitCode> {
  const terms = readTopicFile(await readText(file), file);
  const classes = new Set(terms.flatMap((term) => term.classes));
  terminal.out(`${file}: a topic of ${terms.length} terms in ${classes.size} classes`);
  return EXIT.done;
}
