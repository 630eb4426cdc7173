import type { Converted, ConvertFailure } from '../ports/converter.ts';

/** What the converter thread is started with. */
export type ThreadData = {
  /** Folder of the character maps of pdfjs-dist, with a final slash. */
  cMaps: string;
};

/** Message of the thread: it has started, its result, or what it has read so far. */
export type ThreadReply = { ready: true } | { result: Converted | ConvertFailure } | { partial: Converted };

/** What the converter process is started with, as JSON in its first argument. */
export type ProcessData = ThreadData & {
  /** Module that the thread runs. URL. */
  thread: string;
  /** Limit of the thread's heap, and of what the process may grow by in one conversion. Megabytes. */
  memoryMb: number;
};

/** An error that no document causes. `code`: that of a lack of resources of this machine, such as `EMFILE`. */
export type Fault = { message: string; code?: string };

/**
 * Message of the process: one of its thread, a limit that a document exceeds, or why its thread ended. After the last two it must not be
 * used again.
 */
export type ProcessReply = ThreadReply | { exceeded: ConvertFailure } | { fault: Fault };
