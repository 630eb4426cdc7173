/** Thresher as a library: `import { crawl } from 'thresher'`. See docs/library.md. */
export { UsageError } from '../cli/command.ts';
export type { LineFormat } from '../cli/export/export-formats.ts';
export type { ExportedRecord } from '../cli/export/exported-record.ts';
export type { CrawlEnd, CrawlHooks } from '../cli/run/crawl-job.ts';
export { DataFolderError } from '../cli/run/folder/data-folder.ts';
export { FolderInUseError } from '../cli/run/folder/folder-lock.ts';
export type { TopicPlugin } from '../shared/classify/filters/plugin.ts';
export { TopicFileError } from '../shared/classify/terms/topic-file.ts';
export type { CleanDocument } from '../shared/clean/document.ts';
export type { Plugin } from '../shared/clean/plugin.ts';
export type { FetchedUrl, RetiredUrl, UnfetchedUrl } from '../shared/fetch/visit-options.ts';
export type { CrawlStatus } from '../shared/frontier/explain/status.ts';
export type { ControlStore, CrawlState } from '../shared/ports/control.ts';
export type { Objects } from '../shared/ports/objects.ts';
export type { SearchIndex, SearchRecord } from '../shared/ports/search-index.ts';
export type { SearchAnswer, SearchHit, SearchRequest } from '../shared/search/answer.ts';
export type { ChangedSetting } from '../shared/settings/applied/changed-settings.ts';
export { SettingsError } from '../shared/settings/faults.ts';
export type { GivenSettings } from '../shared/settings/schema/given-settings.ts';
export { type AddedSeeds, addSeeds, type NewSeed, type SeedOptions } from './add-seeds.ts';
export {
  type ArchivedPage,
  type ArchivedPagesOptions,
  archivedPages,
  type SkippedRecord,
} from './archived-pages.ts';
export {
  type CleanedPage,
  type Cleaner,
  type FetchedPage,
  type FetchOptions,
  type GivenPage,
  openCleaner,
} from './cleaner.ts';
export { type CrawlOptions, type CrawlResult, crawl } from './crawl.ts';
export { setState, status } from './crawl-state.ts';
export {
  type DeletedRules,
  type DeleteOptions,
  type DeleteResult,
  deletedRules,
  deletePages,
  liftDeleted,
  type PageSelection,
} from './delete-pages.ts';
export { type ExplainedUrl, explain } from './explain.ts';
export {
  type ExportChoice,
  type ExportFormat,
  type ExportOptions,
  type ExportResult,
  exportStream,
  exportTo,
} from './export.ts';
export { FetchError } from './fetch-error.ts';
export {
  type Changes,
  type ChangesOptions,
  type CrawlLocation,
  type CrawlRequest,
  changes,
  openFolder,
  type RecordChanged,
  type RecordOptions,
  records,
  type Stores,
  search,
} from './read-crawl.ts';
export { type RecrawlOptions, recrawl } from './recrawl.ts';
