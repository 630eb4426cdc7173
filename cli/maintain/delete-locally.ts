import { deleteJudgement, readJudgements } from '../../shared/classify/judgements/judgement-store.ts';
import { type DeletionReport, deletePages, hostsOf } from '../../shared/maintain/delete/delete-pages.ts';
import { liftTombstones } from '../../shared/maintain/delete/tombstones.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import {
  compileDeleted,
  countDeleted,
  type DeletedRules,
  mergeDeleted,
  NOTHING_DELETED,
  withoutDeleted,
} from '../../shared/url/deleted.ts';
import { DEFAULT_DIR, UsageError } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { folderArguments } from '../output/quote-for-shell.ts';
import type { Terminal } from '../output/terminal.ts';
import { changeSettings } from '../run/change-settings.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import { releaseStaleLeases } from '../run/prepare-crawl.ts';
import type { Stores } from '../run/wiring.ts';
import { type DeletionSelectors, findRecordsByMd5, NOTHING_TO_LIFT, parseSelection } from './deletion-rules.ts';
import { withFolderLock } from './with-folder-lock.ts';

/** A deletion in a data folder, for the report. */
export type Deletion = {
  crawl: string;
  rules: DeletedRules;
  report: DeletionReport;
  /** Options that select the crawl, to be pasted into a shell. */
  place: string;
};

/** Finds what the selectors select and, with `apply`, deletes it and stores the rules that keep it out. */
export async function deleteLocally(
  place: CrawlLocation,
  selectors: DeletionSelectors,
  options: { apply: boolean; raw: boolean },
  terminal: Pick<Terminal, 'progress' | 'interrupt'>,
): Promise<Deletion> {
  const work = () =>
    withCrawl(place, options.apply ? 'write' : 'read', async ({ crawl }, stores) => {
      const { settings } = await loadStoredSettings(crawl, stores);
      const { rules: given, md5 } = parseSelection(selectors, settings);
      const found = await findRecordsByMd5(crawl, md5, stores.objects);
      const rules = mergeDeleted(given, { ...NOTHING_DELETED, records: found });
      if (countDeleted(rules) === 0) throw noSuchDigest(md5);
      if (options.apply) {
        stores.overwriteDeleted();
        await releaseStaleLeases(stores);
        // First, so that a killed deletion leaves nothing that a crawl could bring back.
        await changeRules(crawl, (before) => mergeDeleted(before, rules), stores);
      }
      const onProgress = (line: string) => terminal.progress(line);
      const report = await deletePages(crawl, rules, stores, { ...options, onProgress, signal: terminal.interrupt });
      terminal.progress('');
      if (options.apply) {
        await deleteJudgements(crawl, rules, stores.objects);
        if (report.records.count > 0 || isRepeated(rules, settings.deleted)) stores.index.dropRemovedWords(crawl);
        stores.emptyLogs();
      }
      return { crawl, rules, report, place: folderArguments(place.dir ?? DEFAULT_DIR, crawl) };
    });
  return options.apply ? withFolderLock(place, work) : work();
}

/** A deletion that was interrupted may have removed the documents, which have the MD5 digests. The ids of their records are in the rules. */
function noSuchDigest(md5: readonly string[]): UsageError {
  const fault = `no document has the MD5 digest ${md5.join(', ')}. To repeat a deletion, give`;
  return new UsageError({
    command: `--digest: ${fault} --id with what \`thresher delete --list\` lists`,
    library: `digest: ${fault} id with what deletedRules lists`,
  });
}

/**
 * Returns whether all rules are in force already. Then an earlier deletion may have been killed after its records had left the index, and before
 * their words were dropped.
 */
const isRepeated = (rules: DeletedRules, before: DeletedRules): boolean =>
  countDeleted(mergeDeleted(before, rules)) === countDeleted(before);

/** Deletes the verdicts of a person on deleted URLs: they name the pages. */
async function deleteJudgements(crawl: string, rules: DeletedRules, objects: Stores['objects']): Promise<void> {
  const deleted = compileDeleted(rules);
  for (const { url } of await readJudgements(crawl, objects))
    if (deleted?.hasUrl(url)) await deleteJudgement(crawl, url, objects);
}

/** Removes rules, and makes the URLs due that only they kept out. @returns the lifted rules and the number of those URLs. */
export async function liftLocally(
  place: CrawlLocation,
  selectors: DeletionSelectors,
): Promise<{ crawl: string; lifted: DeletedRules; pages: number }> {
  return withFolderLock(place, () =>
    withCrawl(place, 'write', async ({ crawl }, stores) => {
      await releaseStaleLeases(stores);
      const { settings } = await loadStoredSettings(crawl, stores);
      const { rules } = parseSelection(selectors, settings);
      const left = withoutDeleted(settings.deleted, rules);
      const lifted = withoutDeleted(settings.deleted, left);
      if (countDeleted(lifted) === 0) throw new UsageError(NOTHING_TO_LIFT);
      let pages = 0;
      for (const host of await hostsToLift(crawl, lifted, stores))
        pages += (await liftTombstones({ crawl, host }, lifted, left, stores)).pages.length;
      // Last, so that a killed command finds the rules again and can be repeated.
      await changeRules(crawl, (before) => withoutDeleted(before, lifted), stores);
      return { crawl, lifted, pages };
    }),
  );
}

/** Returns the rules in force. */
export function listRules(place: CrawlLocation): Promise<{ crawl: string; rules: DeletedRules }> {
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    const { settings } = await loadStoredSettings(crawl, stores);
    return { crawl, rules: settings.deleted };
  });
}

/** Returns the hosts of the rules: all hosts for the rule of a record, whose text may be at any URL. */
async function hostsToLift(crawl: string, lifted: DeletedRules, { frontier }: Stores): Promise<Set<string>> {
  const hosts = hostsOf(lifted);
  if (lifted.records.length === 0) return hosts;
  for await (const { host } of frontier.listHeads(crawl)) hosts.add(host);
  return hosts;
}

const changeRules = (crawl: string, change: (before: DeletedRules) => DeletedRules, stores: Stores): Promise<void> =>
  changeSettings(crawl, stores, async ({ settings }) => ({
    after: readSettings({ ...settings, deleted: change(settings.deleted) }),
    result: undefined,
  }));
