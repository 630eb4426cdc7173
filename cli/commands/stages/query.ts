import {
  type PrintedQuery,
  printQuery,
  QUERY_SYNTAXES,
  QUERY_TARGETS,
  type QueryTarget,
} from '../../../shared/query/compile/print-query.ts';
import { command, EXIT, JSONL_OPTION, UsageError } from '../../command.ts';
import { requiredString } from '../../filter-input.ts';
import { formatJson } from '../../output/format-json.ts';
import { answerLines } from '../../output/json-lines.ts';

/** The `query` command: shows how a query is understood and which queries the search engines get. */
export const queryCommand = command({
  name: 'query',
  usage: [
    'QUERY --syntax SYNTAX --to FORM [--languages CODES]',
    '--syntax SYNTAX --to FORM [--languages CODES] --jsonl < requests.jsonl',
  ],
  about:
    'Parses a query and prints its syntax tree, its XCQL (CQL only), or the query that OpenSearch or SQLite gets. Nothing is searched.\nAn error has the position of the character, counted in UTF-16 units from 0.',
  options: {
    syntax: { type: 'string', value: 'SYNTAX', help: `${QUERY_SYNTAXES.join(', ')} (default: web)` },
    to: { type: 'string', value: 'FORM', help: `${QUERY_TARGETS.join(', ')} (default: ast)` },
    languages: { type: 'string', value: 'CODES', help: 'languages of the words, such as en,sv (default: en)' },
    jsonl: JSONL_OPTION,
  },
  examples: [
    [`thresher query '"pitcher plants" -baseball'`, 'Print the syntax tree of a query'],
    [`thresher query --syntax cql --to xcql 'dc.title any "fish frog"'`, 'Print CQL as XML'],
    [`echo '{"id":1,"query":"sundew AND bog"}' | thresher query --to fts5 --jsonl`, 'Compile queries as a filter'],
  ],
  async run({ operands, options }, terminal) {
    const syntax = oneOf('syntax', options.syntax ?? 'web', QUERY_SYNTAXES);
    const target = oneOf('to', options.to ?? 'ast', QUERY_TARGETS);
    if (target === 'xcql' && syntax !== 'cql') throw new UsageError('--to xcql: needs --syntax cql');
    const languages = (options.languages ?? 'en').split(',').filter((code) => code !== '');
    const print = (query: string): PrintedQuery => printQuery(syntax, query, target, { languages });
    if (options.jsonl) {
      if (operands.length > 0)
        throw new UsageError(
          `thresher query --jsonl: ${operands[0]}: unexpected argument; queries come from standard input`,
        );
      return answerLines((question) => print(requiredString(question, 'query')), terminal);
    }
    if (operands.length === 0) throw new UsageError('thresher query: give a query, or --jsonl');
    const printed = print(operands.join(' '));
    if ('error' in printed) {
      terminal.err(`${printed.error.message} (at ${printed.error.at})`);
      return EXIT.errors;
    }
    await terminal.out(textOf(printed, target));
    return EXIT.done;
  },
});

function oneOf<T extends string>(option: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === given);
  if (found === undefined) throw new UsageError(`--${option}: ${given}: must be one of ${allowed.join(', ')}`);
  return found;
}

function textOf(printed: PrintedQuery, target: QueryTarget): string {
  return 'xcql' in printed ? printed.xcql : formatJson((printed as Record<string, unknown>)[target], 2);
}
