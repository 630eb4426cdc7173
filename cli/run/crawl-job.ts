import type { FetchedUrl, RetiredUrl, UnfetchedUrl } from '../../shared/fetch/visit-options.ts';
import type { CrawlStatus, DiskSpace } from '../../shared/frontier/explain/status.ts';
import type { OnNotice } from '../../shared/settings/alerts/notice-delivery.ts';
import type { ChangedSetting } from '../../shared/settings/applied/changed-settings.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Url } from '../../shared/url/url.ts';
import type { OnAlert } from '../alerts/crawl-alerts.ts';
import type { SeedSpool } from '../seeds/gather-seeds.ts';

/** A crawl to run on this machine. */
export type CrawlJob = {
  /** Data folder. */
  dir: string;
  settings: Settings;
  /** Accepted seeds, normalised. */
  seeds: Url[];
  /** Seeds gathered from files or search engines. Absent: none. */
  gathered?: SeedSpool | undefined;
  /** Keeps running for revisits and schedules when nothing is due. Default: false. */
  watch?: boolean;
  /** Opens a paused or stopped crawl. Default: false, so that such a crawl is refused. */
  resume?: boolean;
  /**
   * `settings` are the stored ones of an existing crawl. The run keeps those that are stored when it starts, because another process may
   * have added seeds to them meanwhile. Default: false, so that `settings` replace the stored ones.
   */
  isContinued?: boolean;
};

/** Events of a running crawl, and the signal that ends it. All are optional. */
export type CrawlHooks = {
  /** Called regularly with the status of the crawl, less often if reading it takes long. */
  onStatus?(status: CrawlStatus): void;
  /** Ends the crawl after running visits and messages are committed. No data is lost. Absent: the caller cannot end it. */
  signal?: AbortSignal;
  /** Milliseconds between two calls of `onStatus`. Default: 1,000. */
  statusEveryMs?: number;
  /** Called at the start if stored pages do not follow the settings of this run. */
  onChangedSettings?(changed: ChangedSetting[]): void;
  /** Called for a failure of a stage. The message is retried. */
  onFault?(message: string): void;
  /** Called when a message becomes a dead letter. */
  onDeadLetter?(message: string): void;
  /** Called for a URL that failed too often and is not retried. */
  onRetired?(url: RetiredUrl): void;
  /** Called for each URL that is fetched and does not fail. */
  onFetched?(url: FetchedUrl): void;
  /** Called for each URL that is refused or fails, also if it is retried later. */
  onUnfetched?(url: UnfetchedUrl): void;
  /** Called for a page that could not be rendered and is read as it was sent. */
  onUnrendered?(url: Url, detail: string): void;
  /** Called if settings changed that had refused URLs, with their outcomes and the number of hosts that are visited again. */
  onAskedAgain?(outcomes: readonly string[], hosts: number): void;
  /** Called at the start if the clock was set back since the last run, by so many milliseconds. */
  onClockSetBack?(ms: number): void;
  /** Called when the space on the disk of the data folder becomes low. */
  onDiskLow?(disk: DiskSpace): void;
  /** Called after a model of the topic was trained again, or could not be (`retrainPages`). */
  onRetrained?(message: string): void;
  /** Called after an alert was created, has sent records, or could not. */
  onAlert?: OnAlert;
  /** Called after a notice about the state of the crawl was sent, or could not be. */
  onNotice?: OnNotice;
  /** Called after a schedule ran, with the number of hosts that it made due. */
  onSchedule?(name: string, hosts: number): void;
};

/** Why a crawl ended. */
export type CrawlEnd = 'done' | 'interrupted' | 'budget' | 'paused' | 'stopped';
