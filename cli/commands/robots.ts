import { answerRobots } from '../../shared/robots/robots-line.ts';
import { command, EXIT, JSON_OUT, JSONL, UsageError } from '../command.ts';
import { printFields } from '../fields.ts';
import { answerLines } from '../json-lines.ts';
import { readText } from '../load-crawl.ts';
import { optionalBytes, optionalText, type Question, text } from '../question.ts';

const AGENT = 'thresher';

export const robotsCommand = command({
  name: 'robots',
  usage: ['FILE URL… [--user-agent NAME] [--json]', '--jsonl < questions'],
  about: 'What a robots.txt, read from a file, says of addresses: whether they may be fetched, and by which line.',
  options: {
    'user-agent': { type: 'string', value: 'NAME', help: `who asks (default: ${AGENT})` },
    json: JSON_OUT,
    jsonl: JSONL,
  },
  examples: [
    ['thresher robots robots.txt https://example.org/private/a', 'allowed, crawl-delay, and the line that decided'],
    [
      `echo '{"id":1,"robotsTxt":"User-agent: *\\nDisallow: /a","userAgent":"thresher","url":"https://example.org/a"}' | thresher robots --jsonl`,
      'as a filter',
    ],
  ],
  async run({ operands: [file, ...urls], options }, terminal) {
    if (options.jsonl) return answerLines((question) => answerRobots(questionOf(question)), terminal);
    if (file === undefined || urls.length === 0)
      throw new UsageError('thresher robots: give a file and addresses, or --jsonl');
    const robotsTxt = await readText(file);
    const userAgent = options['user-agent'] ?? AGENT;
    for (const url of urls) {
      const { id: _, ...answer } = answerRobots({ id: null, robotsTxt, userAgent, url });
      if (options.json) terminal.out(JSON.stringify({ url, ...answer }));
      else printFields({ url, ...answer }, terminal);
    }
    return EXIT.done;
  },
});

function questionOf(question: Question): Parameters<typeof answerRobots>[0] {
  const robotsTxt = optionalText(question, 'robotsTxt');
  const robotsTxtBase64 = optionalText(question, 'robotsTxtBase64');
  if (robotsTxt === undefined && robotsTxtBase64 === undefined)
    throw new Error('robotsTxt or robotsTxtBase64 is missing');
  optionalBytes(question, 'robotsTxtBase64');
  const userAgent = optionalText(question, 'userAgent') ?? AGENT;
  return { id: question['id'] ?? null, robotsTxt, robotsTxtBase64, userAgent, url: text(question, 'url') };
}
