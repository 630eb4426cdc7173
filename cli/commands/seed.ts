import { existsSync } from 'node:fs';
import { offer } from '../../shared/frontier/enqueue-links.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import { readSettings } from '../../shared/settings/settings.ts';
import { crawlOf } from '../aws/api.ts';
import { rulesOnStack, seedOnStack } from '../aws/seed-on-stack.ts';
import { isAws, openStack, TARGET } from '../aws/target.ts';
import { command, DEFAULT_DIR, DIR, EXIT, type ExitCode, JSON_OUT, NAME, UsageError } from '../command.ts';
import { loadGiven, type Overrides } from '../load-crawl.ts';
import { withCrawl } from '../open-crawl.ts';
import type { Terminal } from '../output/terminal.ts';
import { keepSettings, storedSettings } from '../run/crawl-settings.ts';
import { gatherHere } from '../seeds/gather-here.ts';
import { offerGathered } from '../seeds/offer-gathered.ts';
import { refusal } from '../seeds/refused-seed.ts';
import { KINDS, sourceOf } from '../seeds/seed-operand.ts';

export const seedCommand = command({
  name: 'seed',
  usage: ['SOURCE… [--kind KIND] [options]', '- < addresses'],
  about: `Adds seeds to a crawl that is there: addresses, or files of them (a list, a sitemap, a feed, OPML, an Open Directory
dump, WARC, WACZ, CDX), known by their names, or - for the standard input. With the next \`thresher crawl\` they are fetched,
and in a stack at once. Seeds that a crawl.yaml is to bring along each time belong into it.`,
  options: {
    kind: {
      type: 'string',
      value: 'KIND',
      help: `what the sources are, where their names do not say it: ${KINDS.join(', ')}`,
    },
    name: NAME,
    dir: DIR,
    json: JSON_OUT,
    ...TARGET,
  },
  examples: [
    ['thresher seed https://example.org/ seeds.txt', 'an address, and those of a list'],
    ['thresher seed content.rdf.u8.gz --name plants', 'all entries of a directory'],
    ['cut -f1 found.tsv | thresher seed -', 'from another program'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length === 0) throw new UsageError('thresher seed: give addresses, files, or -');
    const dir = options.dir ?? DEFAULT_DIR;
    const given = await Promise.all(operands.map((operand) => sourceOf(operand, options.kind)));
    if (isAws({ ...options, dir })) return toStack(given, { ...options, dir }, terminal);
    if (!existsSync(dir)) throw new UsageError(`${dir}: nothing was crawled here yet (thresher crawl URL…)`);
    return withCrawl({ dir, name: options.name }, 'write', async ({ crawl, settingsKey, state }, stores) => {
      if (state === 'stopped') throw new UsageError(`crawl ${crawl} is stopped: resume it first`);
      const { settings: before } = await storedSettings(crawl, stores);
      const { aws: _, ...rules } = before;
      const { settings: own, spool } = await gathered(rules, given, dir, terminal);
      const { accepted } = seedsOf(own);
      const after = readSettings({ ...before, seeds: [...before.seeds, ...own.seeds] });
      await stores.control.setSettingsKey(crawl, settingsKey, await keepSettings(after, stores.objects));
      await offer({ crawl, source: 'seeds', links: accepted, news: [] }, stores, before.politeness.group);
      if (spool) await offerGathered(crawl, spool, stores, before.politeness.group);
      return tell(crawl, accepted.length + (spool?.seeds ?? 0), options.json === true, terminal);
    });
  },
});

/** @param rules of the crawl that they are for. @throws UsageError when none is left. */
async function gathered(rules: Overrides, given: unknown[], dir: string, terminal: Terminal) {
  const loaded = await loadGiven({ ...rules, seeds: given });
  const made = await gatherHere(loaded, dir, terminal);
  const { accepted, refused } = seedsOf(made.settings);
  for (const { input, reason, from } of refused) terminal.err(refusal(from ? `${from}: ${input}` : input, reason));
  if (accepted.length + (made.spool?.seeds ?? 0) === 0) throw new UsageError('no seed is left');
  return made;
}

type Options = { name?: string; json?: boolean; dir: string };

async function toStack(given: unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const stack = await openStack(options, terminal);
  const crawl = await crawlOf(stack, options.name);
  const made = await gathered(await rulesOnStack(stack, crawl), given, options.dir, terminal);
  const { accepted, refused } = await seedOnStack(stack, crawl, made, (sent) =>
    terminal.progress(`${sent} seeds sent`),
  );
  for (const { input, reason } of refused) terminal.err(refusal(input, reason));
  return tell(crawl, accepted, options.json === true, terminal);
}

function tell(crawl: string, seeds: number, json: boolean, terminal: Terminal): ExitCode {
  if (json) terminal.out(JSON.stringify({ crawl, seeds }));
  else terminal.out(`${crawl}: ${seeds} ${seeds === 1 ? 'seed was' : 'seeds were'} added`);
  return EXIT.done;
}
