import { REASONS } from '../../shared/url/reason.ts';
import { answerUrl, type UrlAnswer } from '../../shared/url/url-line.ts';
import { command, EXIT, JSON_OUT, JSONL, UsageError } from '../command.ts';
import { answerLines } from '../output/json-lines.ts';
import { printable } from '../output/terminal.ts';
import { optionalText, text } from '../question.ts';

/** Answers the question asked most often of a crawler, "why is this page not there?", from the address on. */
export const urlCommand = command({
  name: 'url',
  usage: ['ADDRESS… [--base ADDRESS] [--json]', '--jsonl < questions'],
  about: 'What an address becomes (the one spelling that everything is filed under), or why it is refused.',
  options: {
    base: { type: 'string', value: 'ADDRESS', help: 'the page that a relative address stands on' },
    json: JSON_OUT,
    jsonl: JSONL,
  },
  examples: [
    ["thresher url 'HTTP://Example.org:80/a/../b?utm_source=x#top'", 'http://example.org/b'],
    ['thresher url ../c --base https://example.org/a/b/', 'https://example.org/a/c'],
    [`echo '{"id":1,"input":"b","base":"https://example.org/"}' | thresher url --jsonl`, 'as a filter'],
  ],
  async run({ operands, options }, terminal) {
    if (options.jsonl)
      return answerLines(
        (q) => answerUrl({ id: q['id'], input: text(q, 'input'), base: optionalText(q, 'base') }),
        terminal,
      );
    if (operands.length === 0) throw new UsageError('thresher url: give an address, or --jsonl');
    const answers = operands.map((input) => answerUrl({ id: null, input, base: options.base }));
    for (const [i, answer] of answers.entries())
      terminal.out(
        options.json ? JSON.stringify({ ...answer, id: operands[i] }) : `${operands[i]}\t${inWords(answer)}`,
      );
    return answers.every(({ url }) => url !== null) ? EXIT.done : EXIT.errors;
  },
});

function inWords({ url, reason }: UrlAnswer): string {
  return url !== null ? printable(url) : `refused: ${reason} (${reason ? REASONS[reason] : ''})`;
}
