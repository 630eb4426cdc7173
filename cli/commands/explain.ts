import { type ExplainedStep, type Explanation, explain } from '../../shared/frontier/explain.ts';
import { scopeRulesOf, seedsOf, urlRulesOf } from '../../shared/settings/rules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { REASONS, type Reason } from '../../shared/url/reason.ts';
import { compileScope } from '../../shared/url/scope.ts';
import type { Url } from '../../shared/url/url.ts';
import { command, DIR, EXIT, JSON_OUT, NAME, UsageError } from '../command.ts';
import { storedSettings } from '../crawl-settings.ts';
import { withCrawl } from '../open-crawl.ts';
import { bold, printable, type Terminal } from '../terminal.ts';

export const explainCommand = command({
  name: 'explain',
  usage: ['URL [--dir DIR] [--name NAME] [--json]'],
  about:
    'The whole story of a URL in a crawl: how it is spelled, what the rules say, where it is, and what came of it.',
  options: { dir: DIR, name: NAME, json: JSON_OUT },
  examples: [
    ['thresher explain https://example.org/a', 'why it is there, or why not'],
    ['thresher explain https://example.org/a --json', '{url, state, steps: [{at, step, decision, reason, detail}]}'],
  ],
  async run({ operands: [input, ...more], options }, terminal) {
    if (input === undefined || more.length > 0) throw new UsageError('thresher explain: give one URL');
    return withCrawl(options, 'read', async ({ crawl }, stores) => {
      const { settings } = await storedSettings(crawl, stores);
      const spelled = normalize(input, undefined, urlRulesOf(settings));
      const story: Explanation =
        spelled.kind === 'refused'
          ? { url: input, state: `refused.${spelled.reason}`, steps: [refusal('spelling', spelled.reason)] }
          : await explain(crawl, spelled.url, stores);
      if (spelled.kind === 'url') story.steps = [...ruleSteps(input, spelled.url, settings), ...story.steps];
      if (options.json) terminal.out(JSON.stringify(story));
      else print(story, terminal);
      return EXIT.done;
    });
  },
});

/** What the crawl's rules say today of the address, were it found as a link. */
function ruleSteps(input: string, url: Url, settings: Settings): ExplainedStep[] {
  const seeds = seedsOf(settings).accepted.map((seed) => seed.url);
  const isSeed = seeds.includes(url);
  const reason = compileScope(scopeRulesOf(settings, seeds))({ url, depth: 0, discovered: isSeed ? 'seed' : 'link' });
  const spelling: ExplainedStep = step('spelling', 'accepted', null, input === url ? 'as given' : `from ${input}`);
  if (reason !== undefined) return [spelling, refusal('rules', reason)];
  return [spelling, step('rules', 'accepted', null, isSeed ? 'a seed' : `inside the scope (${settings.scope})`)];
}

function refusal(name: string, reason: Reason): ExplainedStep {
  return step(name, 'refused', reason, REASONS[reason]);
}

function step(name: string, decision: string, reason: Reason | null, detail: string): ExplainedStep {
  return { at: null, step: name, decision, reason, detail };
}

function print({ url, state, steps }: Explanation, terminal: Terminal): void {
  terminal.out(bold(printable(url), terminal));
  terminal.out(`state: ${state}`);
  for (const { at, step: name, decision, reason, detail } of steps) {
    const word = reason === null ? decision : `${decision} (${reason})`;
    terminal.out(`  ${(at ?? '').padEnd(24)}  ${name.padEnd(10)} ${word}: ${printable(detail)}`);
  }
}
