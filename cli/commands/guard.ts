import { answerGuard, type GuardAnswer } from '../../shared/net/guard-line.ts';
import { REASONS } from '../../shared/url/reason.ts';
import { command, EXIT, JSON_OUT, JSONL, UsageError } from '../command.ts';
import { answerLines } from '../output/json-lines.ts';
import { isTexts, optionalTexts, type Question, text } from '../question.ts';
import { rangesOf } from '../seeds/private-ranges.ts';

export const guardCommand = command({
  name: 'guard',
  usage: ['URL… [--address A]… [--allow-private RANGE]… [--json]', '--jsonl < questions'],
  about:
    'Whether an address may be connected to: no private, loopback or otherwise reserved ones. Nothing is looked up.',
  options: {
    address: { type: 'string', multiple: true, value: 'A', help: 'what the name is taken to resolve to' },
    'allow-private': {
      type: 'string',
      multiple: true,
      value: 'RANGE',
      help: 'open a private range, such as 10.0.0.0/8',
    },
    json: JSON_OUT,
    jsonl: JSONL,
  },
  examples: [
    ['thresher guard http://10.0.0.1/ --allow-private 10.0.0.0/8', 'allowed'],
    [`echo '{"id":1,"url":"http://example.org/","addresses":["127.0.0.1"]}' | thresher guard --jsonl`, 'as a filter'],
  ],
  async run({ operands, options }, terminal) {
    const opened = rangesOf(options['allow-private']);
    if (options.jsonl) return answerLines((question) => answerGuard(questionOf(question), opened), terminal);
    if (operands.length === 0) throw new UsageError('thresher guard: give a URL, or --jsonl');
    const answers = operands.map((url) => answerGuard({ id: url, url, addresses: options.address }, opened));
    for (const answer of answers)
      terminal.out(options.json ? JSON.stringify(answer) : `${answer.id}\t${inWords(answer)}`);
    return answers.every(({ allowed }) => allowed) ? EXIT.done : EXIT.errors;
  },
});

function inWords({ reason }: GuardAnswer): string {
  return reason === null ? 'allowed' : `refused: ${reason} (${REASONS[reason]})`;
}

function questionOf(question: Question): Parameters<typeof answerGuard>[0] {
  const redirects = optionalTexts(question, 'redirects');
  return { id: question['id'] ?? null, url: text(question, 'url'), addresses: addressesOf(question), redirects };
}

/** One look-up, or a list of look-ups that follow each other. */
function addressesOf(question: Question): string[] | string[][] | undefined {
  const value = question['addresses'];
  if (Array.isArray(value) && value.length > 0 && value.every(isTexts)) return value;
  return optionalTexts(question, 'addresses');
}
