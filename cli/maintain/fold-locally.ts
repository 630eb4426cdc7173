import { createMirrorDetector, type DuplicateReport } from '../../shared/index/mirrors.ts';
import { type FoldReport, foldAliases } from '../../shared/maintain/aliases/fold-aliases.ts';
import { unfoldHost } from '../../shared/maintain/aliases/unfold-host.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { urlRulesOf } from '../../shared/settings/rules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { normalize } from '../../shared/url/normalize.ts';
import type { Url } from '../../shared/url/url.ts';
import { UsageError } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { changeSettings } from '../run/change-settings.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import { releaseStaleLeases } from '../run/prepare-crawl.ts';
import type { Stores } from '../run/wiring.ts';
import { withFolderLock } from './with-folder-lock.ts';

/** Aliases that were found in a crawl. `folded` is absent if they were only listed. */
export type AliasSearch = { crawl: string; report: DuplicateReport; folded?: FoldReport };

/**
 * Finds aliases in the records of a crawl and, with `apply`, stores them in the settings and folds the hosts.
 *
 * @param only aliases to fold; empty: all that are found
 */
export async function findAliases(
  place: CrawlLocation,
  { least, only, apply, signal }: { least: number; only: readonly string[]; apply: boolean; signal: AbortSignal },
): Promise<AliasSearch> {
  const work = () =>
    withCrawl(place, apply ? 'write' : 'read', async ({ crawl }, stores) => {
      const detector = createMirrorDetector(least);
      for await (const { urls, canonical } of stores.index.records(crawl)) {
        if (signal.aborted) break;
        detector.add({ urls: Object.keys(urls), ...(canonical !== undefined && { canonical }) });
      }
      const report = detector.report();
      const aliases = selectAliases(report.aliases, only);
      if (!apply || signal.aborted) return { crawl, report: { ...report, aliases } };
      const settings = await storeAliases(crawl, stores, (before) => ({ ...before, ...aliases }));
      // Also those of an earlier run that was killed.
      const all = settings.foundAliases;
      const grouping = settings.politeness.group;
      const options = { aliases: all, rename: renamer(settings), grouping, signal };
      return { crawl, report: { ...report, aliases }, folded: await foldAliases(crawl, stores, options) };
    });
  return apply ? withFolderLock(place, work) : work();
}

/** Removes an alias that `--apply` stored, and makes its pages due under their own name. @returns the number of pages. */
export function undoAlias(place: CrawlLocation, alias: string): Promise<{ crawl: string; pages: number }> {
  return withFolderLock(place, () =>
    withCrawl(place, 'write', async ({ crawl }, stores) => {
      const { settings } = await loadStoredSettings(crawl, stores);
      if (!Object.hasOwn(settings.foundAliases, alias))
        throw new UsageError(
          `--undo: ${alias}: no alias that \`thresher aliases --apply\` stored; it stored ${Object.keys(settings.foundAliases).join(', ') || 'none'}`,
        );
      await storeAliases(crawl, stores, ({ [alias]: _, ...left }) => left);
      return { crawl, pages: await unfoldHost({ crawl, host: alias }, stores) };
    }),
  );
}

function selectAliases(found: Record<string, string>, only: readonly string[]): Record<string, string> {
  const unknown = only.filter((alias) => !Object.hasOwn(found, alias));
  if (unknown.length > 0)
    throw new UsageError(
      ...unknown.map((alias) => `${alias}: not found to be an alias; run the command without names`),
    );
  return only.length === 0 ? found : Object.fromEntries(only.map((alias) => [alias, found[alias]!]));
}

async function storeAliases(
  crawl: string,
  stores: Stores,
  change: (before: Settings['foundAliases']) => Settings['foundAliases'],
): Promise<Settings> {
  await releaseStaleLeases(stores);
  return changeSettings(crawl, stores, async ({ settings }) => {
    const after = readSettings({ ...settings, foundAliases: change(settings.foundAliases) });
    return { after, result: after };
  });
}

function renamer(settings: Settings): (url: Url) => Url | undefined {
  const rules = urlRulesOf(settings);
  return (url) => {
    const read = normalize(url, undefined, rules);
    return read.kind === 'url' ? read.url : undefined;
  };
}
