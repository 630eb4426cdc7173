import { describeRefusal } from '../../../shared/settings/explain/explain-rules.ts';
import { scopeRulesOf, seedsOf, urlRulesOf } from '../../../shared/settings/rules.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { normalize } from '../../../shared/url/normalize.ts';
import { REASONS, type Reason } from '../../../shared/url/reason.ts';
import { compileScope } from '../../../shared/url/scope.ts';
import { evaluateUrlQuery, type UrlResult } from '../../../shared/url/url-query.ts';
import {
  command,
  DIR_OPTION,
  EXIT,
  type ExitCode,
  JSON_OPTION,
  JSONL_OPTION,
  NAME_OPTION,
  parseNumberOption,
  UsageError,
} from '../../command.ts';
import { optionalString, requiredString } from '../../filter-input.ts';
import { loadCrawlFile } from '../../load-crawl.ts';
import { withCrawl } from '../../open-crawl.ts';
import { formatJson } from '../../output/format-json.ts';
import { answerLines } from '../../output/json-lines.ts';
import { printable, type Terminal } from '../../output/terminal.ts';
import { loadStoredSettings } from '../../run/crawl-settings.ts';

/**
 * The `url` command. It answers the most frequent request about a crawl, "why is this page missing?", at its first
 * step.
 */
export const urlCommand = command({
  name: 'url',
  usage: [
    'URL… [--base URL] [--json]',
    '--filter [--crawl FILE | --dir DIR --name NAME] [--depth N] [--json] < urls.txt',
    '--jsonl < requests.jsonl',
  ],
  about:
    'Prints the normalised form of each URL, which a crawl uses as its key, or the reason why it is refused. With --filter, it\nreads one URL per line, prints those that the rules of a crawl accept, and the refused ones with the reason on standard error.',
  options: {
    base: { type: 'string', value: 'URL', help: 'base URL, to resolve relative URLs' },
    filter: { type: 'boolean', help: 'filter the URLs on standard input by the rules of a crawl' },
    crawl: { type: 'string', value: 'FILE', help: 'use the rules of this crawl.yaml' },
    dir: DIR_OPTION,
    name: NAME_OPTION,
    depth: { type: 'string', value: 'N', help: 'check the URLs as links N steps from a seed (default: 1)' },
    json: JSON_OPTION,
    jsonl: JSONL_OPTION,
  },
  examples: [
    ["thresher url 'HTTP://Example.org:80/a/../b?utm_source=x#top'", 'Prints http://example.org/b'],
    ['thresher url ../c --base https://example.org/a/b/', 'Prints https://example.org/a/c'],
    ['thresher url --filter --crawl crawl.yaml < urls.txt > accepted.txt', 'Keep the URLs that a crawl.yaml accepts'],
    ['thresher url --filter --name plants --json < urls.txt', 'Check URLs by the rules of a crawl of the data folder'],
    [`echo '{"id":1,"input":"b","base":"https://example.org/"}' | thresher url --jsonl`, 'Normalise URLs as a filter'],
  ],
  async run({ operands, options }, terminal) {
    if (options.filter) return filterUrls(operands, options, terminal);
    for (const option of ['crawl', 'dir', 'name', 'depth'] as const)
      if (options[option] !== undefined) throw new UsageError(`thresher url: --${option} needs --filter`);
    if (options.jsonl)
      return answerLines(
        (q) => evaluateUrlQuery({ id: q['id'], input: requiredString(q, 'input'), base: optionalString(q, 'base') }),
        terminal,
      );
    if (operands.length === 0) throw new UsageError('thresher url: give at least one URL, --filter or --jsonl');
    const answers = operands.map((input) => evaluateUrlQuery({ id: null, input, base: options.base }));
    for (const [i, answer] of answers.entries())
      terminal.out(
        options.json ? formatJson({ ...answer, id: operands[i] }) : `${operands[i]}\t${formatAnswer(answer)}`,
      );
    return answers.every(({ url }) => url !== null) ? EXIT.done : EXIT.errors;
  },
});

function formatAnswer({ url, reason }: UrlResult): string {
  return url !== null ? printable(url) : `refused: ${reason} (${reason ? REASONS[reason] : ''})`;
}

type FilterOptions = {
  [option in 'base' | 'crawl' | 'dir' | 'name' | 'depth']?: string;
} & { json?: boolean; jsonl?: boolean };

/** Filters the URLs on standard input. A refused URL is a result, not an error. */
async function filterUrls(operands: readonly string[], options: FilterOptions, terminal: Terminal): Promise<ExitCode> {
  const { crawl, dir, name, base, json } = options;
  if (operands.length > 0)
    throw new UsageError(
      `thresher url --filter: ${operands[0]}: unexpected argument; it reads URLs from standard input, and the rules of --crawl FILE or --dir DIR`,
    );
  if (options.jsonl) throw new UsageError('thresher url: give --filter or --jsonl, not both');
  if (crawl !== undefined && (dir !== undefined || name !== undefined))
    throw new UsageError('thresher url --filter: give --crawl, or --dir and --name, not both');
  const depth = parseNumberOption('depth', options.depth, 0) ?? 1;
  const settings = crawl === undefined ? await loadStored({ dir, name }) : await loadCrawlFile(crawl);
  const check = urlFilter(settings, depth, base);
  for await (const line of terminal.lines()) {
    if (terminal.interrupt.aborted) return EXIT.interrupted;
    if (terminal.closed.aborted) break;
    const input = line.trim();
    if (input === '') continue;
    const result = check(input);
    if (json) await terminal.out(formatJson(result));
    else if (result.accepted) await terminal.out(result.url);
    else terminal.err(`${printable(input)}\t${result.reason}: ${printable(result.detail)}`);
  }
  return terminal.interrupt.aborted ? EXIT.interrupted : EXIT.done;
}

function loadStored(location: { dir: string | undefined; name: string | undefined }): Promise<Settings> {
  return withCrawl(location, 'read', async ({ crawl }, stores) => (await loadStoredSettings(crawl, stores)).settings);
}

/** `url`: the normalised URL; null if it cannot be normalised. */
type FilteredUrl =
  | { input: string; accepted: true; url: string }
  | { input: string; accepted: false; url: string | null; reason: Reason; detail: string };

/** Returns a function that checks a URL, as a seed if it is one, otherwise as a link. */
function urlFilter(settings: Settings, depth: number, base: string | undefined): (input: string) => FilteredUrl {
  const rules = urlRulesOf(settings);
  const seeds = seedsOf(settings).accepted.map(({ url }) => url);
  const isSeed = new Set(seeds);
  const scope = compileScope(scopeRulesOf(settings, seeds));
  return (input) => {
    const normalized = normalize(input, base, rules);
    if (normalized.kind === 'refused') {
      const { reason } = normalized;
      return { input, accepted: false, url: null, reason, detail: REASONS[reason] };
    }
    const { url } = normalized;
    const discovered = isSeed.has(url) ? 'seed' : 'link';
    const reason = scope({ url, depth: discovered === 'seed' ? 0 : depth, discovered });
    if (reason === undefined) return { input, accepted: true, url };
    return { input, accepted: false, url, reason, detail: describeRefusal(reason, url, settings) };
  };
}
