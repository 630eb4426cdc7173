import type { ExplainedUrl } from '../../shared/classify/review/topic-explanation.ts';
import { callAdmin, resolveCrawl } from '../aws/api.ts';
import { openStack, TARGET_OPTIONS, targetsAws } from '../aws/target.ts';
import { CRAWL_OPTIONS, command, EXIT, type ExitCode, JSONL_OPTION, UsageError } from '../command.ts';
import { explainStoredUrl } from '../explain-stored-url.ts';
import { checkFilterArguments, requiredString } from '../filter-input.ts';
import { withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { answerLines } from '../output/json-lines.ts';
import { bold, printable, type Terminal } from '../output/terminal.ts';

export const explainCommand = command({
  name: 'explain',
  usage: [
    'URL [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]',
    '--jsonl [--dir DIR] [--name NAME] [--target aws [--stack NAME]] < requests.jsonl',
  ],
  about:
    'Explains what happened to a URL in a crawl, one step per decision: normalisation, rules, frontier, fetch, record. As a filter it reads {id, url} lines.',
  options: { ...CRAWL_OPTIONS, ...TARGET_OPTIONS, jsonl: JSONL_OPTION },
  examples: [
    ['thresher explain https://example.org/a', 'Explain why a page was crawled, or why not'],
    [
      'thresher explain https://example.org/a --json',
      'Print {url, state, steps: [{at, step, decision, reason, detail}], topic}',
    ],
    ['thresher explain https://example.org/a --target aws', 'Explain a URL of a crawl in a stack'],
    [`echo '{"id":1,"url":"https://example.org/a"}' | thresher explain --jsonl`, 'Explain URLs as a filter'],
  ],
  async run({ operands, options }, terminal) {
    const explainAll = targetsAws(options) ? withStack : withFolder;
    if (options.jsonl) {
      checkFilterArguments('explain', operands, {});
      return explainAll(options, terminal, (explain) =>
        answerLines((request) => explain(requiredString(request, 'url')), terminal),
      );
    }
    const [input, ...more] = operands;
    if (input === undefined || more.length > 0)
      throw new UsageError('thresher explain: give exactly one URL, or --jsonl');
    return explainAll(options, terminal, async (explain) => {
      const explanation = await explain(input);
      if (options.json) terminal.out(formatJson(explanation));
      else print(explanation, terminal);
      return EXIT.done;
    });
  },
});

type Options = { dir?: string; name?: string; stack?: string; region?: string };
/** Uses a function that explains URLs of a crawl. */
type Use = (explain: (url: string) => Promise<ExplainedUrl>) => Promise<ExitCode>;

function withFolder(options: Options, _: Terminal, use: Use): Promise<ExitCode> {
  return withCrawl(options, 'read', ({ crawl }, stores) => use((url) => explainStoredUrl(stores)(crawl, url)));
}

async function withStack(options: Options, terminal: Terminal, use: Use): Promise<ExitCode> {
  const stack = await openStack(options, terminal);
  const crawl = await resolveCrawl(stack, options.name);
  return use((url) => callAdmin(stack, { action: 'explain', crawl, url }));
}

function print({ url, state, steps }: ExplainedUrl, terminal: Terminal): void {
  terminal.out(bold(printable(url), terminal));
  terminal.out(`state: ${state}`);
  for (const { at, step: name, decision, reason, detail } of steps) {
    const word = reason === null ? decision : `${decision} (${reason})`;
    terminal.out(`  ${(at ?? '').padEnd(24)}  ${name.padEnd(10)} ${word}: ${printable(detail)}`);
  }
}
