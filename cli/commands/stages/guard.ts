import { isIP } from 'node:net';
import { answerGuard, type GuardVerdict } from '../../../shared/net/guard-jsonl.ts';
import { isStringArray } from '../../../shared/text/json-values.ts';
import { REASONS } from '../../../shared/url/reason.ts';
import { repair } from '../../../shared/url/repair.ts';
import { command, EXIT, JSON_OPTION, JSONL_OPTION, UsageError } from '../../command.ts';
import { parsePrivateRanges } from '../../fetch/private-ranges.ts';
import { type FilterRequest, optionalStrings, requiredString } from '../../filter-input.ts';
import { formatJson } from '../../output/format-json.ts';
import { answerLines } from '../../output/json-lines.ts';

export const guardCommand = command({
  name: 'guard',
  usage: ['URL… [--address A]… [--allow-private RANGE]… [--json]', '--jsonl < requests.jsonl'],
  about:
    'Checks whether Thresher may connect to a URL. Private, loopback and other reserved addresses are refused. The command\nmakes no DNS lookups.',
  options: {
    address: {
      type: 'string',
      multiple: true,
      value: 'A',
      help: 'IP address that the host name resolves to; repeatable',
    },
    'allow-private': {
      type: 'string',
      multiple: true,
      value: 'RANGE',
      help: 'allow a private address range, such as 10.0.0.0/8; repeatable',
    },
    json: JSON_OPTION,
    jsonl: JSONL_OPTION,
  },
  examples: [
    ['thresher guard http://10.0.0.1/ --allow-private 10.0.0.0/8', 'Check a URL with a private range allowed'],
    [
      `echo '{"id":1,"url":"http://example.org/","addresses":["127.0.0.1"]}' | thresher guard --jsonl`,
      'Check URLs as a filter',
    ],
  ],
  async run({ operands, options }, terminal) {
    const opened = parsePrivateRanges(options['allow-private']);
    if (options.jsonl) return answerLines((request) => answerGuard(parseRequest(request), opened), terminal);
    if (operands.length === 0) throw new UsageError('thresher guard: give at least one URL, or --jsonl');
    const wrong = options.address?.find((address) => isIP(address) === 0);
    if (wrong !== undefined) throw new UsageError(`--address: ${wrong}: is no IP address`);
    const answers = operands.map((url) => answerGuard({ id: url, url, addresses: options.address }, opened));
    for (const answer of answers)
      terminal.out(options.json ? formatJson(answer) : `${answer.id}\t${formatAnswer(answer)}`);
    return answers.every(({ allowed }) => allowed) ? EXIT.done : EXIT.errors;
  },
});

function formatAnswer({ reason }: GuardVerdict): string {
  return reason === null ? 'allowed' : `refused: ${reason} (${REASONS[reason]})`;
}

function parseRequest(request: FilterRequest): Parameters<typeof answerGuard>[0] {
  // A crawl repairs them before it follows them.
  const redirects = optionalStrings(request, 'redirects')?.map((location) => repair(location, true));
  return {
    id: request['id'] ?? null,
    url: requiredString(request, 'url'),
    addresses: parseAddresses(request),
    redirects,
  };
}

/** Parses `addresses`: the answer of one DNS lookup, or a list of answers of consecutive lookups. */
function parseAddresses(request: FilterRequest): string[] | string[][] | undefined {
  const value = request['addresses'];
  if (Array.isArray(value) && value.length > 0 && value.every(isStringArray)) return value;
  return optionalStrings(request, 'addresses');
}
