import { REASONS } from '../../shared/url/reason.ts';
import { evaluateUrlQuery, type UrlResult } from '../../shared/url/url-query.ts';
import { command, EXIT, JSON_OPTION, JSONL_OPTION, UsageError } from '../command.ts';
import { optionalString, requiredString } from '../filter-input.ts';
import { answerLines } from '../output/json-lines.ts';
import { printable } from '../output/terminal.ts';

/**
 * The `url` command. It answers the most frequent request about a crawl, "why is this page missing?", at its first
 * step.
 */
export const urlCommand = command({
  name: 'url',
  usage: ['URL… [--base URL] [--json]', '--jsonl < requests.jsonl'],
  about: 'Prints the normalised form of each URL, which a crawl uses as its key, or the reason why it is refused.',
  options: {
    base: { type: 'string', value: 'URL', help: 'base URL, to resolve relative URLs' },
    json: JSON_OPTION,
    jsonl: JSONL_OPTION,
  },
  examples: [
    ["thresher url 'HTTP://Example.org:80/a/../b?utm_source=x#top'", 'Prints http://example.org/b'],
    ['thresher url ../c --base https://example.org/a/b/', 'Prints https://example.org/a/c'],
    [`echo '{"id":1,"input":"b","base":"https://example.org/"}' | thresher url --jsonl`, 'Normalise URLs as a filter'],
  ],
  async run({ operands, options }, terminal) {
    if (options.jsonl)
      return answerLines(
        (q) => evaluateUrlQuery({ id: q['id'], input: requiredString(q, 'input'), base: optionalString(q, 'base') }),
        terminal,
      );
    if (operands.length === 0) throw new UsageError('thresher url: give at least one URL, or --jsonl');
    const answers = operands.map((input) => evaluateUrlQuery({ id: null, input, base: options.base }));
    for (const [i, answer] of answers.entries())
      terminal.out(
        options.json ? JSON.stringify({ ...answer, id: operands[i] }) : `${operands[i]}\t${formatAnswer(answer)}`,
      );
    return answers.every(({ url }) => url !== null) ? EXIT.done : EXIT.errors;
  },
});

function formatAnswer({ url, reason }: UrlResult): string {
  return url !== null ? printable(url) : `refused: ${reason} (${reason ? REASONS[reason] : ''})`;
}
