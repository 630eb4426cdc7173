/** Finds or creates the crawl that `thresher import` imports into. */
import { type ArchiveRules, bytesToJudge, judgeRecord } from '../../shared/fetch/warc/archived-page.ts';
import type { Archive } from '../../shared/maintain/import/import-archives.ts';
import type { Control } from '../../shared/ports/control.ts';
import { responseRulesOf } from '../../shared/settings/fetch-options.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { scopeOf, urlRulesOf } from '../../shared/settings/rules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { isSeedSource } from '../../shared/settings/stages/web-list.ts';
import { DAY_MS } from '../../shared/text/time-units.ts';
import { UsageError } from '../command.ts';
import { settingsFromArguments } from '../crawl/crawl-arguments.ts';
import { isCrawlFile } from '../load-crawl.ts';
import { formatCounts } from '../output/progress.ts';
import type { Terminal } from '../output/terminal.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import { warnSecondCrawl } from '../run/folder/second-crawl.ts';
import { prepareCrawl } from '../run/prepare-crawl.ts';
import type { Stores } from '../run/wiring.ts';

/** Name of a crawl that is created without a crawl.yaml or a name. */
const DEFAULT_NAME = 'archive';

/** Value of `--crawl`, and the settings of the crawl.yaml if it names one. */
export type GivenCrawl = { name: string | undefined; file: Settings | undefined };

/** @param given value of `--crawl`; absent: the only crawl of the folder, or `archive` in a folder without one */
export async function readGivenCrawl(given: string | undefined, env: Terminal['env']): Promise<GivenCrawl> {
  const file = given !== undefined && isCrawlFile(given) ? await settingsFromArguments([given], {}, env) : undefined;
  return { name: file?.crawl ?? given, file };
}

/**
 * Returns the settings of a crawl that is to be created: those of the crawl.yaml, or some that accept every page.
 *
 * @throws UsageError if the scope is unknown, or the archives have no page
 */
export async function newCrawlSettings({ name, file }: GivenCrawl, archives: readonly Archive[]): Promise<Settings> {
  return file ? withKnownScope(file) : settingsForAll(name ?? DEFAULT_NAME, archives);
}

/**
 * Returns the stored settings of the crawl. A folder without it gets the crawl of the crawl.yaml; a folder without any crawl gets one
 * for all pages of the archives. Warns of a crawl that is created in a folder with others.
 *
 * @param fresh settings to create the crawl with, if they are known already
 * @throws UsageError if the folder has other crawls only, or the archives have no page
 */
export async function openImportCrawl(
  given: GivenCrawl,
  { archives, fresh, dir }: { archives: readonly Archive[]; fresh: Settings | undefined; dir: string },
  stores: Stores,
  terminal: Pick<Terminal, 'err'>,
): Promise<{ key: string; settings: Settings }> {
  const crawls = await stores.control.list();
  const isKnown = crawls.some(({ crawl }) => crawl === given.name);
  if (crawls.length > 0 && (isKnown || !given.file))
    return loadStoredSettings(findCrawl(crawls, given.name, dir), stores);
  const settings = fresh ?? (await newCrawlSettings(given, archives));
  await warnSecondCrawl(settings.crawl, dir, stores, terminal);
  await prepareCrawl({ dir, settings, seeds: [] }, stores);
  return loadStoredSettings(settings.crawl, stores);
}

/** Returns the name of a crawl of the folder. @throws UsageError naming the crawls */
function findCrawl(crawls: readonly Control[], wanted: string | undefined, dir: string): string {
  if (wanted === undefined ? crawls.length === 1 : crawls.some(({ crawl }) => crawl === wanted))
    return wanted ?? crawls[0]!.crawl;
  const names = crawls.map(({ crawl }) => crawl).join(', ');
  if (wanted === undefined) throw new UsageError(`${dir} has several crawls; select one with --crawl (${names})`);
  throw new UsageError(
    `--crawl: ${dir} has no crawl ${wanted}; it has ${names}. To create another one, give its crawl.yaml`,
  );
}

/** Refuses seeds that have to be gathered if the scope follows from them. */
function withKnownScope(settings: Settings): Settings {
  if (settings.scope !== 'any' && settings.seeds.some(isSeedSource))
    throw new UsageError(
      `crawl ${settings.crawl}: its scope follows from seeds in other files or searches, which an import does not gather; create the crawl with \`thresher crawl\` first, or set \`scope: any\``,
    );
  return settings;
}

/** Returns settings that accept every page. A crawl needs a seed: the first page of the archives is one. */
async function settingsForAll(crawl: string, archives: readonly Archive[]): Promise<Settings> {
  const settingsFor = (seed: string) => readSettings({ crawl, scope: 'any', seeds: [seed] });
  const rules = archiveRulesOf(settingsFor('http://example.org/'));
  const refused: Record<string, number> = {};
  for (const { read } of archives)
    for await (const record of read(bytesToJudge)) {
      const judged = record.kind === 'record' ? judgeRecord(record, rules) : record;
      if (judged.kind === 'page') return settingsFor(judged.url);
      if (judged.kind === 'refused') refused[judged.reason] = (refused[judged.reason] ?? 0) + 1;
    }
  const reasons = formatCounts(refused);
  const why = reasons === '' ? '' : ` (refused: ${reasons})`;
  throw new UsageError(`the files have no page that could be imported${why}, so no crawl is created`);
}

/** Clocks may differ by this. Milliseconds. */
const CLOCK_SKEW_MS = DAY_MS;

/** Returns the rules of a crawl for pages of archives. */
export function archiveRulesOf(settings: Settings, now = Date.now()): ArchiveRules {
  const { refuseBody } = responseRulesOf(settings);
  return {
    urls: urlRulesOf(settings),
    scope: scopeOf(settings),
    refuseBody: refuseBody ?? (() => undefined),
    maxBytes: settings.limits.maxPageBytes,
    latest: now + CLOCK_SKEW_MS,
  };
}
