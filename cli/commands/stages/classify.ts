import { answerClassify } from '../../../shared/classify/answer-classify.ts';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { command, EXIT, JSON_OPTION, JSONL_OPTION, UsageError } from '../../command.ts';
import { WEB_OPTIONS, webOptionsOf } from '../../fetch/polite-client.ts';
import { checkFilterArguments } from '../../filter-input.ts';
import { loadTopic } from '../../load-topic.ts';
import { formatJson } from '../../output/format-json.ts';
import { answerLines } from '../../output/json-lines.ts';
import { printFields } from '../../output/print-fields.ts';
import { loadCleanOptions } from '../../run/clean-options.ts';
import { cleanOperand } from './clean.ts';

export const classifyCommand = command({
  name: 'classify',
  usage: ['--topic FILE PAGE|URL|- [--url URL] [--json]', '--topic FILE --jsonl < requests.jsonl'],
  about:
    'Classifies a page: prints the verdict, the score, the classes, the matched terms and the reason. The page is a file, a\nURL, or - for standard input. With the topic of a crawl.yaml, the page is fetched and cleaned by the other settings of the file, too.',
  options: {
    topic: {
      type: 'string',
      value: 'FILE',
      help: 'topic definition, model of `thresher train`, or a crawl.yaml that has a topic',
    },
    url: { type: 'string', value: 'URL', help: 'URL of the page' },
    ...WEB_OPTIONS,
    json: JSON_OPTION,
    jsonl: JSONL_OPTION,
  },
  examples: [
    ['thresher classify --topic plants.txt page.html', 'Classify a page and print the result as text'],
    ['thresher classify --topic plants.txt https://example.org/page', 'Fetch a page politely, then classify it'],
    ['thresher classify --topic plants.model page.html --json', 'Classify a page by a trained model'],
    [
      `echo '{"id":1,"text":"A sundew is a plant."}' | thresher classify --topic plants.txt --jsonl`,
      'Classify pages as a filter',
    ],
  ],
  async run({ operands, options }, terminal) {
    const [file, ...more] = operands;
    const { topic, jsonl, json, ...single } = options;
    if (jsonl) checkFilterArguments('classify', operands, single);
    if (topic === undefined) throw new UsageError('thresher classify: no topic; give one with --topic FILE');
    const { filters, settings } = await loadTopic(topic);
    const judge = compileFilters(filters);
    const how = settings && (await loadCleanOptions(settings));
    if (jsonl) return answerLines((request) => answerClassify(request, judge, how), terminal);
    if (file === undefined || more.length > 0)
      throw new UsageError('thresher classify: give exactly one file, URL or - for standard input, or --jsonl');
    const web = { ...(settings && webOptionsOf(settings)), ...options };
    const page = await cleanOperand(file, web, terminal, how);
    if (page === undefined) return terminal.interrupt.aborted ? EXIT.interrupted : EXIT.errors;
    const { id: _, ...answer } = answerClassify(page, judge);
    if (json) terminal.out(formatJson(answer));
    else printFields(answer, terminal);
    return EXIT.done;
  },
});
