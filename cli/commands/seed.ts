import { existsSync } from 'node:fs';
import type { OfferedLink } from '../../shared/frontier/offer.ts';
import { outsideScope } from '../../shared/settings/applied/widened-scope.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { REASONS } from '../../shared/url/reason.ts';
import { resolveCrawl } from '../aws/api.ts';
import { addSeedsToStack, fetchCrawlRules } from '../aws/seed-on-stack.ts';
import { openStack, TARGET_OPTIONS, targetsAws } from '../aws/target.ts';
import { CRAWL_OPTIONS, command, DEFAULT_DIR, EXIT, type ExitCode, UsageError } from '../command.ts';
import { loadInlineSettings, type Overrides } from '../load-crawl.ts';
import { noCrawlMessage, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { folderArguments } from '../output/quote-for-shell.ts';
import type { Terminal } from '../output/terminal.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import { refuseStoppedCrawl } from '../run/folder/closed-crawl.ts';
import { addSeeds } from '../seeds/add-seeds.ts';
import { gatherLocally } from '../seeds/gather-locally.ts';
import { refusalMessage } from '../seeds/refused-seed.ts';
import { parseSeedOperand, SEED_KIND_OPTION } from '../seeds/seed-operand.ts';

export const seedCommand = command({
  name: 'seed',
  usage: ['SOURCE… [--kind KIND] [--force] [options]', '- < urls.txt'],
  about: `Adds seeds to an existing crawl. A source is a URL, a file (a list, a sitemap, a feed, OPML, an Open Directory dump, WARC,
WACZ or CDX, recognised by its name), or - for standard input. A running crawl fetches the seeds at once, otherwise the next \`thresher crawl\`; a stack fetches
them at once. Permanent seeds belong in the crawl.yaml: its seeds set the scope of the next run, so without them there the links of a seed on a new site are
refused, unless \`scope\` is \`any\`. If its page was fetched before that, \`thresher reclassify\` offers its links.

A seed that the crawl knows already is not fetched again, unless --force asks for it: it becomes due now, also if it failed or was
refused (robots.txt, private address, content type), with the priority of a seed, and robots.txt is read again. The rules of the
crawl still apply.

Refused seeds are named, and the others are added. The exit code is 1 if a given URL or one of a list is refused, or its host is suspended, and 2 if no
seed is accepted. A line of a list that is no seed counts as refused, but of a
file of up to 64 KB it ends the command with 2, and nothing is added. What a sitemap, a feed, OPML, a dump or an archive has beside accepted URLs is
counted and is no error.`,
  options: {
    kind: SEED_KIND_OPTION,
    force: { type: 'boolean', help: 'fetch seeds that are known already again, now' },
    ...CRAWL_OPTIONS,
    ...TARGET_OPTIONS,
  },
  examples: [
    ['thresher seed https://example.org/ seeds.txt', 'Add a URL, and the URLs in a list'],
    ['thresher seed --force https://example.org/', 'Fetch a URL again now that was refused or failed before'],
    ['thresher seed content.rdf.u8.gz --name plants', 'Add all entries of an Open Directory dump'],
    ['cut -f1 found.tsv | thresher seed -', 'Add URLs from another program'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length === 0) throw new UsageError('thresher seed: give URLs, files, or - for standard input');
    const dir = options.dir ?? DEFAULT_DIR;
    const given = await Promise.all(operands.map((operand) => parseSeedOperand(operand, options.kind)));
    if (targetsAws({ ...options, dir })) return seedStack(given, { ...options, dir }, terminal);
    const { force = false } = options;
    if (!existsSync(dir)) throw new UsageError(noCrawlMessage(dir));
    return withCrawl({ dir, name: options.name }, 'write', async ({ crawl, state }, stores) => {
      refuseStoppedCrawl({ crawl, state }, dir);
      const { settings: before } = await loadStoredSettings(crawl, stores);
      const { aws: _, ...rules } = before;
      const {
        settings: own,
        spool,
        refused,
      } = await gatherAccepted(rules, given, { dir, isForStack: false }, terminal);
      const { accepted } = seedsOf(own);
      warnOutOfScope(before, accepted, dir, terminal);
      const { dead } = await addSeeds(own, accepted, { spool, force }, stores);
      const seeds = accepted.length + (spool?.seeds ?? 0) - dead;
      return reportAdded({ crawl, seeds, dead, refused }, options, terminal);
    });
  },
});

/** Says that links of seeds on new sites are not followed: each run derives the scope from the seeds of its crawl.yaml. */
function warnOutOfScope(before: Settings, accepted: readonly OfferedLink[], dir: string, terminal: Terminal): void {
  const out = outsideScope(
    before,
    accepted.map(({ url }) => url),
  ).length;
  if (out === 0) return;
  terminal.err(
    `${formatNoun(out, 'seed is', 'seeds are')} outside of the scope (${before.scope}): to follow links from there, add the seeds to the crawl.yaml too. Links of stored pages to there were refused; npx thresher reclassify ${folderArguments(dir, before.crawl)} offers them again`,
  );
}

/**
 * Gathers the seeds, prints the refused ones, and returns the accepted ones.
 *
 * @param rules settings of the crawl that the seeds are for
 * @returns `refused`: number of given URLs, and of URLs in lists, that were refused
 * @throws UsageError if no seed is accepted
 */
async function gatherAccepted(
  rules: Overrides,
  given: unknown[],
  { dir, isForStack }: { dir: string; isForStack: boolean },
  terminal: Terminal,
) {
  const loaded = await loadInlineSettings({ ...rules, seeds: given });
  const made = await gatherLocally(loaded, dir, terminal, isForStack);
  const { accepted, refused } = seedsOf(made.settings);
  for (const { input, reason, from } of refused)
    terminal.err(refusalMessage(from ? `${from}: ${input}` : input, reason));
  if (accepted.length + (made.spool?.seeds ?? 0) === 0)
    throw new UsageError(noSeedMessage(refused.length, made.spool !== undefined));
  return { ...made, refused: refused.length + (made.refusedLines ?? 0) };
}

/** @param isGathered whether sources were read, which print how many of their URLs were refused */
function noSeedMessage(refused: number, isGathered: boolean): string {
  if (refused > 0) return 'no seed was accepted; the reasons are printed above';
  return `no seed was added: the sources have no URL${isGathered ? ' that the crawl accepts' : ''}`;
}

type Options = { name?: string; json?: boolean; force?: boolean; dir: string };

async function seedStack(given: unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const stack = await openStack(options, terminal);
  const crawl = await resolveCrawl(stack, options.name);
  const made = await gatherAccepted(
    await fetchCrawlRules(stack, crawl),
    given,
    { dir: options.dir, isForStack: true },
    terminal,
  );
  const { force = false } = options;
  const { accepted, refused, dead } = await addSeedsToStack(stack, crawl, made, force, (sent) =>
    terminal.progress(`${formatNoun(sent, 'seed')} sent`),
  );
  for (const { input, reason } of refused) terminal.err(refusalMessage(input, reason));
  return reportAdded({ crawl, seeds: accepted, dead, refused: made.refused + refused.length }, options, terminal);
}

/**
 * @param added.dead number of seeds that were not added because their hosts are suspended
 * @param added.refused number of given URLs, and of URLs in lists, that were refused
 */
function reportAdded(
  { crawl, seeds, dead, refused }: { crawl: string; seeds: number; dead: number; refused: number },
  { json }: { json?: boolean },
  terminal: Terminal,
): ExitCode {
  if (dead > 0)
    terminal.err(`${formatNoun(dead, 'seed was', 'seeds were')} not added: host-dead (${REASONS['host-dead']})`);
  if (json) terminal.out(formatJson({ crawl, seeds }));
  else terminal.out(`${crawl}: ${formatNoun(seeds, 'seed was', 'seeds were')} added`);
  return dead + refused > 0 ? EXIT.errors : EXIT.done;
}
