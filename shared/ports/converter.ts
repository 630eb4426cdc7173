/**
 * Turns documents (PDF, office files, mail …) into their text and what they say of themselves, in a place apart: whatever a
 * file does there (hang, eat memory, kill its reader) is a reason for this file and harms no other.
 * Adapter: `convert/thread-converter.ts`; contract: `test/convert/thread-converter.test.ts`.
 */
export interface Converter {
  /** @throws only when no thread or program can be started at all; what a document does is an answer. */
  convert(job: ConvertJob): Promise<Converted | ConvertFailure>;

  /** Lets go of threads; a later `convert` starts new ones. */
  close(): Promise<void>;
}

export type ConvertJob = {
  bytes: Uint8Array;
  /** Sniffed. */
  mimeType: string;
  /** As the server sent it, with its parameters; '': it did not. */
  contentType: string;
  limits: ConvertLimits;
  /** An external program instead of the converter that is built in. */
  program?: ConvertProgram;
};

export type ConvertLimits = {
  /** For one document. Milliseconds. */
  timeoutMs: number;
  /** Of the heap that a document is read in, and of a program. Megabytes. */
  memoryMb: number;
  /** Of all that a document unpacks to. Bytes. */
  unpackedBytes: number;
  /** Further text is cut off. Characters. */
  maxText: number;
  maxLinks: number;
};

export type ConvertProgram = {
  /** Program and arguments; `{in}` stands for the name of the file. No shell reads it. */
  command: readonly string[];
  /** What it writes to its standard output; UTF-8 unless its HTML says otherwise. */
  output: 'text' | 'html';
};

/** A piece of a document, in the order of reading. */
export type Part =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph' | 'item' | 'code'; text: string }
  | { kind: 'row'; cells: string[] };

/** What a document says; what it does not is null or empty. */
export type Converted = {
  parts: Part[];
  title: string | null;
  /** Several are joined by `; `. */
  author: string | null;
  /** ISO 8601. */
  date: string | null;
  modified: string | null;
  description: string | null;
  keywords: string[];
  /** As declared. */
  language: string | null;
  /** The encoding of the bytes, where they are text. */
  charset: string | null;
  links: { href: string; anchor: string }[];
  /** Names in lower case. */
  metadata: Record<string, string[]>;
};

/**
 * `conversion-failed`: broken, or not what it looks like. `conversion-timeout`, `conversion-memory`: a limit.
 * `encrypted`: it asks for a password. `no-converter`: the program that is set for it is not there, or may not run here.
 */
export type ConvertFailure = {
  reason: 'conversion-failed' | 'conversion-timeout' | 'conversion-memory' | 'encrypted' | 'no-converter';
  /** For a log. */
  detail: string;
};
