import type { Converted, ConvertLimits } from '../../ports/converter.ts';

export type ConvertSource = {
  bytes: Uint8Array;
  /** Sniffed. */
  mimeType: string;
  /** As the server sent it; '': it did not. */
  contentType: string;
  limits: ConvertLimits;
  /** Folder of the character maps of pdfjs-dist. */
  cMaps: string;
  /** Told what there is so far: it counts when time runs out before the end. */
  progress?: (soFar: Converted) => void;
};

/** Reads a format. @throws for what it cannot read: `Unreadable` where there is more to say than that. */
export type Convert = (source: ConvertSource) => Converted | Promise<Converted>;

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
