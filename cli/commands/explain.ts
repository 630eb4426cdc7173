import type { Explanation } from '../../shared/frontier/explain/explain.ts';
import { explainUrl } from '../../shared/settings/explain/explain-url.ts';
import { administer, crawlOf } from '../aws/api.ts';
import { isAws, openStack, TARGET } from '../aws/target.ts';
import { command, DIR, EXIT, JSON_OUT, NAME, UsageError } from '../command.ts';
import { withCrawl } from '../open-crawl.ts';
import { bold, printable, type Terminal } from '../output/terminal.ts';
import { storedSettings } from '../run/crawl-settings.ts';

export const explainCommand = command({
  name: 'explain',
  usage: ['URL [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]'],
  about:
    'The whole story of a URL in a crawl: how it is spelled, what the rules say, where it is, and what came of it.',
  options: { dir: DIR, name: NAME, json: JSON_OUT, ...TARGET },
  examples: [
    ['thresher explain https://example.org/a', 'why it is there, or why not'],
    ['thresher explain https://example.org/a --json', '{url, state, steps: [{at, step, decision, reason, detail}]}'],
    ['thresher explain https://example.org/a --target aws', 'in the crawl of a stack'],
  ],
  async run({ operands: [input, ...more], options }, terminal) {
    if (input === undefined || more.length > 0) throw new UsageError('thresher explain: give one URL');
    const story = await (isAws(options) ? storyOnAws(input, options, terminal) : storyHere(input, options));
    if (options.json) terminal.out(JSON.stringify(story));
    else print(story, terminal);
    return EXIT.done;
  },
});

type Options = { dir?: string; name?: string; stack?: string; region?: string };

function storyHere(input: string, options: Options): Promise<Explanation> {
  return withCrawl(options, 'read', async ({ crawl }, stores) => {
    const { settings } = await storedSettings(crawl, stores);
    return explainUrl(input, settings, stores);
  });
}

async function storyOnAws(url: string, options: Options, terminal: Terminal): Promise<Explanation> {
  const stack = await openStack(options, terminal);
  return administer<Explanation>(stack, { action: 'explain', crawl: await crawlOf(stack, options.name), url });
}

function print({ url, state, steps }: Explanation, terminal: Terminal): void {
  terminal.out(bold(printable(url), terminal));
  terminal.out(`state: ${state}`);
  for (const { at, step: name, decision, reason, detail } of steps) {
    const word = reason === null ? decision : `${decision} (${reason})`;
    terminal.out(`  ${(at ?? '').padEnd(24)}  ${name.padEnd(10)} ${word}: ${printable(detail)}`);
  }
}
