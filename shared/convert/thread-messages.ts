import type { Converted, ConvertFailure } from '../ports/converter.ts';

export type ThreadData = {
  /** Folder of the character maps of pdfjs-dist, with a final slash. */
  cMaps: string;
};

/** Message of the thread: it has started, its result, or what it has read so far. */
export type ThreadReply = { ready: true } | { result: Converted | ConvertFailure } | { partial: Converted };
