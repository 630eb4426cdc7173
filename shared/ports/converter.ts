/**
 * Converts documents (PDF, office files, mail …) to text and metadata in isolation: a file that hangs, exhausts memory or crashes
 * its converter fails alone.
 * Adapter: `convert/process-converter.ts`; contract: `test/convert/process-converter.test.ts`.
 */
export interface Converter {
  /**
   * @throws only if no process or thread can be started, and `TooLittleTimeError` if the process ends too soon. A document that
   * cannot be converted is a `ConvertFailure`.
   */
  convert(job: ConvertJob): Promise<Converted | ConvertFailure>;

  /** Stops the process. A later `convert` starts a new one. */
  close(): Promise<void>;
}

/** A document to convert. */
export type ConvertJob = {
  bytes: Uint8Array;
  /** Detected from the content. */
  mimeType: string;
  /** `Content-Type` as sent by the server, with parameters. Empty if it was not sent. */
  contentType: string;
  limits: ConvertLimits;
  /** External program that replaces the built-in converter. Absent: none. */
  program?: ConvertProgram;
};

/** Limits on the conversion of one document. A document that exceeds a limit of time, memory or unpacked size is a `ConvertFailure`. */
export type ConvertLimits = {
  /** Time limit per document. Milliseconds. */
  timeoutMs: number;
  /** Memory limit of the converter's heap, or of the program. Megabytes. */
  memoryMb: number;
  /** Maximum total size of the unpacked parts of a document. Bytes. */
  unpackedBytes: number;
  /** Maximum text length; longer text is truncated. Characters. */
  maxText: number;
  /** Maximum number of links; further ones are left out. */
  maxLinks: number;
};

/** An external program that converts a document. */
export type ConvertProgram = {
  /** Program and arguments; `{in}` is replaced by the file name. Runs without a shell. */
  command: readonly string[];
  /** Format of the standard output. UTF-8, unless the HTML declares another encoding. */
  output: 'text' | 'html';
};

/** A part of a document, in reading order. */
export type Part =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph' | 'item' | 'code'; text: string }
  | { kind: 'row'; cells: string[] };

/** Text and metadata of a document. Missing values are null or empty. */
export type Converted = {
  parts: Part[];
  /** Why the converter stopped before the end of the document. Absent: it did not. */
  cut?: ConvertFailure['reason'];
  title: string | null;
  /** Several authors are joined by `; `. */
  author: string | null;
  /** ISO 8601. */
  date: string | null;
  modified: string | null;
  description: string | null;
  keywords: string[];
  /** Declared language. */
  language: string | null;
  /** Encoding, if the document is a text file. */
  charset: string | null;
  links: { href: string; anchor: string }[];
  /** Other properties, by lower-case name. */
  metadata: Record<string, string[]>;
};

/**
 * Why a document was not converted. `conversion-failed`: it is broken, or of another format. `conversion-timeout` and
 * `conversion-memory`: it exceeds a limit. `encrypted`: it needs a password. `no-converter`: the external program does not exist,
 * or is not allowed here.
 */
export type ConvertFailure = {
  reason: 'conversion-failed' | 'conversion-timeout' | 'conversion-memory' | 'encrypted' | 'no-converter';
  /** Detail for the log. */
  detail: string;
};
