/** Messages between the stages: pointers of a few hundred bytes, never page content. */

/** Hosts to visit. A message may be lost: dispatch sends hosts that remain due again. */
export type VisitMessage = {
  crawl: string;
  /** Id of this message's reservation in the control item. */
  id: string;
  hosts: { host: string; group: string; due: number }[];
  /** Maximum number of pages for all hosts of this message; absent: only the settings limit it. */
  pages?: number;
};

/** Queues of object messages, in the order of the stages that read them. */
export const OBJECT_QUEUES = ['captures', 'documents', 'records'] as const;

/** Name of a queue of object messages. On one machine it also names the stage that reads it. */
export type ObjectQueueName = (typeof OBJECT_QUEUES)[number];

/** Key of an object for the next stage to read: captures (WARC), documents or records (JSON Lines). */
export type ObjectMessage = {
  crawl: string;
  key: string;
  /**
   * Length of an object of captures as it was stored. A shorter object has lost captures, also if it ends between two records.
   * Absent: unknown, or the format of the object shows whether it is complete. Bytes.
   */
  bytes?: number;
  /**
   * How often the message had been received when a stage moved it to the dead letters. Absent: the queue moved it, or it is no dead
   * letter.
   */
  tries?: number;
  /** Number of changes of an object of records that are in the index. Absent: none, or unknown. */
  written?: number;
};

/** What a message that was sent again as a new one keeps of the earlier one. */
export type RequeueInfo = {
  /** When the message was first put back because its consumer's store was down. Epoch ms; absent: never. */
  since?: number;
  /** How often processing failed before. Absent: never. */
  failures?: number;
};

/** Orders a reindex: writes all records of a crawl to a new index, which then replaces the old one. */
export type ReindexMessage = { crawl: string; reindex: ReindexProgress };

/** Progress of a reindex. */
export type ReindexProgress = {
  /** Time of the request, epoch ms. It names the new index. */
  at: number;
  /** Last object written; absent if none yet. */
  after?: string;
  /** The object after `after`, if time ran out within it, and how many of its changes are written. Absent: none was begun. */
  begun?: { key: string; changes: number };
  /** The alias points to the new index. Objects stored since `at` are written again, as they may be only in the old index. */
  moved?: true;
  /** Number of records written so far, including rejected ones. A record in several objects counts in each. Absent: 0. */
  written?: number;
  /** Number of records that the engine rejected permanently. Absent: 0. */
  refused?: number;
};
