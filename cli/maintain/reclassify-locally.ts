import type { ExplainingJudge } from '../../shared/classify/judge.ts';
import { withPersonVerdicts } from '../../shared/classify/judgements/judged-by-person.ts';
import { readVerdicts } from '../../shared/classify/judgements/judgement-store.ts';
import { type Reclassification, reclassifyCrawl } from '../../shared/classify/reclassify/reclassify-crawl.ts';
import { addFault, createReport, type ReclassifyReport } from '../../shared/classify/reclassify/reclassify-report.ts';
import { recleanCrawl } from '../../shared/classify/reclassify/reclean-crawl.ts';
import { createRecentLinks } from '../../shared/frontier/recent-links.ts';
import type { Counts } from '../../shared/ports/control.ts';
import { readApplied, storeApplied } from '../../shared/settings/applied/applied-settings.ts';
import { loadJudge } from '../../shared/settings/applied/load-judge.ts';
import { loadCleanOptions } from '../../shared/settings/load-clean-options.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { classifyOptionsOf } from '../../shared/settings/stages/classify-options.ts';
import { storeSettings } from '../../shared/settings/store-settings.ts';
import { compileTopic } from '../../shared/settings/topic/compile-topic.ts';
import { loadModels } from '../../shared/settings/topic-models.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { compileKnownRules } from '../../shared/url/scope.ts';
import { DEFAULT_DIR } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import type { Terminal } from '../output/terminal.ts';
import { changeSettings } from '../run/change-settings.ts';
import { openConverter } from '../run/converter.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import type { WatchedRun } from '../run/folder/disk-space.ts';
import { whileDiskLasts } from '../run/folder/while-disk-lasts.ts';
import { loadForClean } from '../run/plugins.ts';
import { releaseStaleLeases } from '../run/prepare-crawl.ts';
import type { Stores } from '../run/wiring.ts';
import { createMessageFinisher, reportMissingDocuments } from './finish-messages.ts';
import { maintenanceProgress } from './maintenance-progress.ts';
import { withFolderLock } from './with-folder-lock.ts';

/** Returns the new topic of a crawl. @param before its topic so far */
export type ChooseTopic = (before: Settings['topic']) => Settings['topic'];

/** A reclassification in a data folder, for the report. */
export type LocalReclassification = {
  crawl: string;
  report: ReclassifyReport;
  /** Thresholds of the new topic. */
  cutOffs: ExplainingJudge['cutOffs'];
};

/** Number of links that are remembered, to offer menus once. */
const MAX_REMEMBERED_LINKS = 2 ** 18;

/** Judges the stored documents of a crawl again, and with `apply` changes records, links and settings. */
export function reclassifyLocally(
  place: CrawlLocation,
  chooseTopic: ChooseTopic,
  apply: boolean,
  terminal: Terminal,
): Promise<LocalReclassification> {
  const run = { name: '`thresher reclassify`', place, apply } as const;
  return maintain(run, terminal, chooseTopic, async (reclassification) => {
    const { crawl, ports, report } = reclassification;
    await reportMissingDocuments(crawl, ports, (fault) => addFault(report, fault));
    await reclassifyCrawl(reclassification);
    return { isCleaned: false };
  });
}

/** Cleans the stored captures of a crawl again and judges the documents, and with `apply` replaces documents and records. */
export function recleanLocally(
  place: CrawlLocation,
  apply: boolean,
  terminal: Terminal,
): Promise<LocalReclassification> {
  return maintain(
    { name: '`thresher reclean`', place, apply },
    terminal,
    (topic) => topic,
    async ({ ports, options, ...rest }, settings) => {
      const clean = await loadCleanOptions(settings, loadForClean);
      const converter = openConverter();
      try {
        await recleanCrawl({ ...rest, ports: { ...ports, converter }, options: { ...options, clean } });
      } finally {
        await converter.close();
      }
      return { isCleaned: true };
    },
  );
}

/** @returns `isCleaned`: whether the stored pages were cleaned by the settings too */
type Work = (
  reclassification: Reclassification & { ports: Stores },
  settings: Settings,
) => Promise<{ isCleaned: boolean }>;

/** Calls `work` with what both kinds of runs need. With `apply` it first finishes what a killed crawl left in the queues. */
function maintain(
  { name, place, apply }: { name: WatchedRun; place: CrawlLocation; apply: boolean },
  terminal: Terminal,
  chooseTopic: ChooseTopic,
  work: Work,
): Promise<LocalReclassification> {
  const runOnce = (full: AbortSignal) =>
    withCrawl(place, apply ? 'write' : 'read', async ({ crawl, state }, stores) => {
      const { key, settings: before } = await loadStoredSettings(crawl, stores);
      const settings = await loadModels(readSettings({ ...before, topic: chooseTopic(before.topic) }), stores.objects);
      const applied = await readApplied(crawl, key, stores.objects);
      const verdicts = await readVerdicts(crawl, stores.objects);
      const judge = withPersonVerdicts(compileTopic(settings), verdicts);
      const report = createReport();
      const finisher = createMessageFinisher(stores, (fault) => addFault(report, fault));
      const progress = maintenanceProgress(terminal, () => `${formatNoun(report.pages, 'page')} judged`);
      const runs = applied.runs + 1;
      const options = {
        ...classifyOptionsOf(settings, settings.politeness.group),
        judge,
        refuse: compileKnownRules(settings),
        judgeBefore: await loadJudge(applied.judgedBy, stores.objects),
        stopped: state === 'stopped',
        recentLinks: createRecentLinks(MAX_REMEMBERED_LINKS),
        run: runs,
      };
      try {
        if (apply) {
          await releaseStaleLeases(stores);
          // The mark comes first: if this run is killed, the records still follow the earlier settings, in part.
          await storeApplied(crawl, { ...applied, runs }, stores.objects);
          await storeTopic(crawl, settings.topic, stores);
          await finisher.finish();
        }
        const signal = AbortSignal.any([terminal.interrupt, full]);
        const onObject = async (counts: Counts) => {
          await stores.control.addUsage(crawl, counts);
          await finisher.finish();
          progress.update();
        };
        const reclassification = {
          ...{ crawl, ports: stores, options, report },
          run: { isApplied: apply, signal, onObject },
        };
        const { isCleaned } = await work(reclassification, settings);
        if (apply) full.throwIfAborted();
        if (apply && !signal.aborted) {
          // Not the current settings: seeds and limits that were added meanwhile are not applied. Stored again, as old versions are deleted then.
          const judgedBy = await storeSettings(readSettings(settings), stores.objects);
          const cleanedBy = isCleaned ? judgedBy : applied.cleanedBy;
          await storeApplied(crawl, { ...applied, runs, judgedBy, cleanedBy }, stores.objects);
        }
        return { crawl, report, cutOffs: judge.cutOffs };
      } finally {
        progress.end();
        await finisher.close();
      }
    });
  const { dir = DEFAULT_DIR } = place;
  return apply
    ? withFolderLock(place, () => whileDiskLasts(dir, name, terminal, runOnce))
    : runOnce(terminal.interrupt);
}

const storeTopic = (crawl: string, topic: Settings['topic'], stores: Stores): Promise<void> =>
  changeSettings(crawl, stores, async ({ settings }) => ({
    after: readSettings({ ...settings, topic }),
    result: undefined,
  }));
