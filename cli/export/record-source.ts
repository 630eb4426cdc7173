import { optionFault, UsageError } from '../command.ts';
import type { CrawlLocation } from '../open-crawl.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import type { Stores } from '../run/wiring.ts';
import type { ChosenRecords } from './choose-records.ts';
import type { SkippedCounter } from './export-run.ts';
import type { RecordSource } from './records-to-export.ts';

/** The crawl of an export, and which of its records. */
export type Place = CrawlLocation & ChosenRecords & NearDuplicateOptions;

/** `unique`: without near-duplicates. `groups`: each record has its group of near-duplicates. */
type NearDuplicateOptions = { unique: boolean; groups: boolean };

/** Returns the stores, and which records are chosen. @throws the reason of `interrupt` */
export async function recordSource(
  crawl: string,
  stores: Stores,
  { unique, groups, ...chosen }: ChosenRecords & NearDuplicateOptions,
  { report, hint }: Omit<SkippedCounter, 'count'>,
  interrupt: AbortSignal,
): Promise<RecordSource> {
  const source: RecordSource = { objects: stores.objects, index: stores.index };
  if (unique || groups) {
    const bits = await nearBitsOf(crawl, stores, unique ? 'unique' : 'groups');
    if (unique) source.isExported = (await import('./without-near-duplicates.ts')).newNearDuplicateFilter(bits);
    if (groups) {
      const { findNearDuplicateGroups } = await import('./near-duplicate-groups.ts');
      // Of all records: those of an export with --since or --query may belong to others.
      source.groupOf = await findNearDuplicateGroups(stores.index.records(crawl), bits, interrupt);
    }
  }
  if (chosen.query === undefined && chosen.since === undefined) return source;
  const { chooseRecords } = await import('./choose-records.ts');
  source.matching = await chooseRecords(crawl, chosen, stores, report, hint);
  return source;
}

/** @throws UsageError if the crawl has no near-duplicates */
async function nearBitsOf(crawl: string, stores: Stores, option: string): Promise<number> {
  const { nearBits } = (await loadStoredSettings(crawl, stores)).settings.duplicates;
  if (nearBits === null) throw new UsageError(optionFault(option, 'the crawl has duplicates.nearBits: null'));
  return nearBits;
}
