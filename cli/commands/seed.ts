import { existsSync } from 'node:fs';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import { resolveCrawl } from '../aws/api.ts';
import { addSeedsToStack, fetchCrawlRules } from '../aws/seed-on-stack.ts';
import { openStack, TARGET_OPTIONS, targetsAws } from '../aws/target.ts';
import {
  command,
  DEFAULT_DIR,
  DIR_OPTION,
  EXIT,
  type ExitCode,
  JSON_OPTION,
  NAME_OPTION,
  UsageError,
} from '../command.ts';
import { loadInlineSettings, type Overrides } from '../load-crawl.ts';
import { noCrawlMessage, withCrawl } from '../open-crawl.ts';
import type { Terminal } from '../output/terminal.ts';
import { loadStoredSettings, saveSettings } from '../run/crawl-settings.ts';
import { enqueueGathered } from '../seeds/enqueue-gathered.ts';
import { gatherLocally } from '../seeds/gather-locally.ts';
import { refusalMessage } from '../seeds/refused-seed.ts';
import { parseSeedOperand, SEED_KINDS } from '../seeds/seed-operand.ts';

export const seedCommand = command({
  name: 'seed',
  usage: ['SOURCE… [--kind KIND] [options]', '- < urls.txt'],
  about: `Adds seeds to an existing crawl. A source is a URL, a file (a list, a sitemap, a feed, OPML, an Open Directory dump, WARC,
WACZ or CDX, recognised by its name), or - for standard input. The next \`thresher crawl\` fetches the seeds; a stack fetches
them at once. Permanent seeds belong in the crawl.yaml.`,
  options: {
    kind: {
      type: 'string',
      value: 'KIND',
      help: `kind of the sources, if their names do not show it: ${SEED_KINDS.join(', ')}`,
    },
    name: NAME_OPTION,
    dir: DIR_OPTION,
    json: JSON_OPTION,
    ...TARGET_OPTIONS,
  },
  examples: [
    ['thresher seed https://example.org/ seeds.txt', 'Add a URL, and the URLs in a list'],
    ['thresher seed content.rdf.u8.gz --name plants', 'Add all entries of an Open Directory dump'],
    ['cut -f1 found.tsv | thresher seed -', 'Add URLs from another program'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length === 0) throw new UsageError('thresher seed: give URLs, files, or - for standard input');
    const dir = options.dir ?? DEFAULT_DIR;
    const given = await Promise.all(operands.map((operand) => parseSeedOperand(operand, options.kind)));
    if (targetsAws({ ...options, dir })) return seedStack(given, { ...options, dir }, terminal);
    if (!existsSync(dir)) throw new UsageError(noCrawlMessage(dir));
    return withCrawl({ dir, name: options.name }, 'write', async ({ crawl, settingsKey, state }, stores) => {
      if (state === 'stopped')
        throw new UsageError(`crawl ${crawl} is stopped; reopen it with: thresher resume --name ${crawl}`);
      const { settings: before } = await loadStoredSettings(crawl, stores);
      const { aws: _, ...rules } = before;
      const { settings: own, spool } = await gatherAccepted(rules, given, dir, terminal);
      const { accepted } = seedsOf(own);
      const after = readSettings({ ...before, seeds: [...before.seeds, ...own.seeds] });
      await stores.control.setSettingsKey(crawl, settingsKey, await saveSettings(after, stores.objects));
      await enqueueLinks({ crawl, source: 'seeds', links: accepted, feedback: [] }, stores, before.politeness.group);
      if (spool) await enqueueGathered(crawl, spool, stores, before.politeness.group);
      return reportAdded(crawl, accepted.length + (spool?.seeds ?? 0), options.json === true, terminal);
    });
  },
});

/**
 * Gathers the seeds, prints the refused ones, and returns the accepted ones.
 *
 * @param rules settings of the crawl that the seeds are for
 * @throws UsageError if no seed is accepted
 */
async function gatherAccepted(rules: Overrides, given: unknown[], dir: string, terminal: Terminal) {
  const loaded = await loadInlineSettings({ ...rules, seeds: given });
  const made = await gatherLocally(loaded, dir, terminal);
  const { accepted, refused } = seedsOf(made.settings);
  for (const { input, reason, from } of refused)
    terminal.err(refusalMessage(from ? `${from}: ${input}` : input, reason));
  if (accepted.length + (made.spool?.seeds ?? 0) === 0)
    throw new UsageError('no seed was accepted; the reasons are printed above');
  return made;
}

type Options = { name?: string; json?: boolean; dir: string };

async function seedStack(given: unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const stack = await openStack(options, terminal);
  const crawl = await resolveCrawl(stack, options.name);
  const made = await gatherAccepted(await fetchCrawlRules(stack, crawl), given, options.dir, terminal);
  const { accepted, refused } = await addSeedsToStack(stack, crawl, made, (sent) =>
    terminal.progress(`${sent} seeds sent`),
  );
  for (const { input, reason } of refused) terminal.err(refusalMessage(input, reason));
  return reportAdded(crawl, accepted, options.json === true, terminal);
}

function reportAdded(crawl: string, seeds: number, json: boolean, terminal: Terminal): ExitCode {
  if (json) terminal.out(JSON.stringify({ crawl, seeds }));
  else terminal.out(`${crawl}: ${seeds} ${seeds === 1 ? 'seed was' : 'seeds were'} added`);
  return EXIT.done;
}
