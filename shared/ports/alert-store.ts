import type { ChangedRecord } from './search-index.ts';

/**
 * Store of what the alerts of crawls have reported. An alert is known by its name, its query and its channel: with another query it is
 * another alert, and an alert with a webhook and a mail address is stored as two, so that none waits for the other's receiver.
 *
 * Adapters: `local/alerts/sqlite-alert-store.ts`, `alerts/object-alert-store.ts`.
 */
export interface AlertStore {
  /** @returns undefined if the alert is new, or its creation was not completed */
  get(alert: AlertKey): Promise<AlertState | undefined>;
  /** Starts to create an alert, and forgets what was stored of it. It exists once `create` has been called. */
  prepare(alert: AlertKey): Promise<void>;
  /** @param place the last change that the alert need not look at; absent: it looks at all */
  create(alert: AlertKey, place: ChangePlace | undefined): Promise<void>;
  /** Adds records that are never reported (again). */
  addReported(alert: AlertKey, ids: readonly string[]): Promise<void>;
  /** Returns those of the records that were not reported, in their order. */
  unreported(alert: AlertKey, ids: readonly string[]): Promise<string[]>;
  /** Notes that the changes up to this one need no message. */
  moveTo(alert: AlertKey, place: ChangePlace): Promise<void>;
  /** Notes the message that is about to be sent, so that it keeps its id if it has to be sent again. */
  setPending(alert: AlertKey, message: PendingMessage): Promise<void>;
  /** Notes in one step that the pending message was delivered with these records, and moves to its place. */
  confirm(alert: AlertKey, message: PendingMessage, sent: readonly string[]): Promise<void>;
  /** Deletes the alerts of a crawl that are not listed. */
  keepOnly(crawl: string, alerts: readonly AlertKey[]): Promise<void>;
}

/** How the messages of an alert are delivered. */
export type AlertChannel = 'webhook' | 'mail';

/** Identifies an alert: another query or channel under the same name is another alert. */
export type AlertKey = { crawl: string; name: string; query: string; channel: AlertChannel };

/** A place in the list of changes of an index (`SearchIndex.changedRecords`). */
export type ChangePlace = Pick<ChangedRecord, 'at' | 'key'>;

/** How far an alert has come. */
export type AlertState = {
  /** The last change that was looked at. Absent: none. */
  place?: ChangePlace;
  /** The message that was not delivered for certain. Absent: none. */
  pending?: PendingMessage;
};

/** A message by the ids of its records. `place`: the last change that it covers. */
export type PendingMessage = { id: string; records: string[]; place: ChangePlace };
