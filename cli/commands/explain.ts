import type { ExplainedUrl } from '../../shared/classify/review/topic-explanation.ts';
import { callAdmin, resolveCrawl } from '../aws/api.ts';
import { openStack, TARGET_OPTIONS, targetsAws } from '../aws/target.ts';
import { CRAWL_OPTIONS, command, EXIT, UsageError } from '../command.ts';
import { explainStoredUrl } from '../explain-stored-url.ts';
import { withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { bold, printable, type Terminal } from '../output/terminal.ts';

export const explainCommand = command({
  name: 'explain',
  usage: ['URL [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]'],
  about:
    'Explains what happened to a URL in a crawl, one step per decision: normalisation, rules, frontier, fetch, record.',
  options: { ...CRAWL_OPTIONS, ...TARGET_OPTIONS },
  examples: [
    ['thresher explain https://example.org/a', 'Explain why a page was crawled, or why not'],
    [
      'thresher explain https://example.org/a --json',
      'Print {url, state, steps: [{at, step, decision, reason, detail}], topic}',
    ],
    ['thresher explain https://example.org/a --target aws', 'Explain a URL of a crawl in a stack'],
  ],
  async run({ operands: [input, ...more], options }, terminal) {
    if (input === undefined || more.length > 0) throw new UsageError('thresher explain: give exactly one URL');
    const explanation = await (targetsAws(options)
      ? explainOnStack(input, options, terminal)
      : explainLocally(input, options));
    if (options.json) terminal.out(formatJson(explanation));
    else print(explanation, terminal);
    return EXIT.done;
  },
});

type Options = { dir?: string; name?: string; stack?: string; region?: string };

function explainLocally(input: string, options: Options): Promise<ExplainedUrl> {
  return withCrawl(options, 'read', ({ crawl }, stores) => explainStoredUrl(stores)(crawl, input));
}

async function explainOnStack(url: string, options: Options, terminal: Terminal): Promise<ExplainedUrl> {
  const stack = await openStack(options, terminal);
  return callAdmin(stack, { action: 'explain', crawl: await resolveCrawl(stack, options.name), url });
}

function print({ url, state, steps }: ExplainedUrl, terminal: Terminal): void {
  terminal.out(bold(printable(url), terminal));
  terminal.out(`state: ${state}`);
  for (const { at, step: name, decision, reason, detail } of steps) {
    const word = reason === null ? decision : `${decision} (${reason})`;
    terminal.out(`  ${(at ?? '').padEnd(24)}  ${name.padEnd(10)} ${word}: ${printable(detail)}`);
  }
}
