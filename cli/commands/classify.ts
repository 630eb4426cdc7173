import { answerClassify } from '../../shared/classify/answer-classify.ts';
import { command, EXIT, JSON_OUT, JSONL, UsageError } from '../command.ts';
import { printFields } from '../output/fields.ts';
import { answerLines } from '../output/json-lines.ts';
import { loadJudge } from '../topic.ts';
import { cleanFile } from './clean.ts';

export const classifyCommand = command({
  name: 'classify',
  usage: ['--topic FILE PAGE [--url URL] [--json]', '--topic FILE --jsonl < questions'],
  about: 'Whether a page is on topic: verdict, score, classes, the terms that matched, and why.',
  options: {
    topic: { type: 'string', value: 'FILE', help: 'a topic definition, or a crawl.yaml (its topic)' },
    url: { type: 'string', value: 'URL', help: 'where the page is from' },
    json: JSON_OUT,
    jsonl: JSONL,
  },
  examples: [
    ['thresher classify --topic plants.txt page.html', 'for reading'],
    [`echo '{"id":1,"text":"A sundew is a plant."}' | thresher classify --topic plants.txt --jsonl`, 'as a filter'],
  ],
  async run({ operands: [file, ...more], options }, terminal) {
    if (options.topic === undefined) throw new UsageError('thresher classify: give the topic with --topic FILE');
    const judge = await loadJudge(options.topic);
    if (options.jsonl) return answerLines((question) => answerClassify(question, judge), terminal);
    if (file === undefined || more.length > 0) throw new UsageError('thresher classify: give one page, or --jsonl');
    const { id: _, ...answer } = answerClassify(await cleanFile(file, options), judge);
    if (options.json) terminal.out(JSON.stringify(answer));
    else printFields(answer, terminal);
    return EXIT.done;
  },
});
