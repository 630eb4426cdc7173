import type { Converted, ConvertFailure, ConvertLimits } from '../../ports/converter.ts';

/** Input of a converter. */
export type ConvertSource = {
  bytes: Uint8Array;
  /** Media type, detected from the content. */
  mimeType: string;
  /** `Content-Type` as sent by the server. Empty if it was not sent. */
  contentType: string;
  limits: ConvertLimits;
  /** Folder of the character maps (CMaps) of pdfjs-dist. */
  cMaps: string;
  /** Receives partial results. The last one is used if the time limit is exceeded. */
  progress?: (partial: Converted) => void;
};

/** Converts a format. @throws if the document cannot be converted; `Unreadable` states a reason */
export type Convert = (source: ConvertSource) => Converted | Promise<Converted>;

/** A result without metadata or links. */
export const EMPTY_CONVERTED: Omit<Converted, 'parts'> = {
  title: null,
  author: null,
  date: null,
  modified: null,
  description: null,
  keywords: [],
  language: null,
  charset: null,
  links: [],
  metadata: {},
};

/** Marks a result that a converter cut itself, as the converter's thread is cut at its time limit. */
export function markCut(partial: Converted, reason: ConvertFailure['reason']): Converted {
  return { ...partial, cut: reason, metadata: { ...partial.metadata, 'thresher.cut': [reason] } };
}
