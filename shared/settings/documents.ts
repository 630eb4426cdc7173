import * as z from 'zod';
import { FORMAT_NAMES } from '../clean/document-formats.ts';
import { DEFAULT_DOCUMENT_RULES, MIN_MEMORY_MB } from '../clean/document-rules.ts';

const Format = z.enum(FORMAT_NAMES);
const { types, limits } = DEFAULT_DOCUMENT_RULES;

const Program = z.strictObject({
  command: z
    .array(z.string().min(1))
    .min(1)
    .refine((words) => words.some((word) => word.includes('{in}')), 'one of the words must contain {in}')
    .describe('Program and arguments. `{in}` is replaced by the path of the document. No shell is involved.'),
  output: z
    .enum(['text', 'html'])
    .default('text')
    .describe('Format that the program writes to standard output, in UTF-8.'),
});

/** Settings for documents other than HTML pages: which are kept, and what converts them. */
export const DocumentsSchema = z
  .strictObject({
    types: z
      .array(Format)
      .default([...types])
      .describe(`Document formats to keep, from ${FORMAT_NAMES.map((name) => `\`${name}\``).join(', ')}.`),
    unwelcomeNames: z
      .array(
        z
          .string()
          .regex(/^\p{L}+$/u, 'letters only')
          .toLowerCase(),
      )
      .default([])
      .describe('Drop documents whose file name contains one of these words, such as `homework` or `cv`.'),
    minBytes: z
      .partialRecord(Format, z.int().min(0).max(100_000_000))
      .default({})
      .describe('Minimum size per format, in bytes; smaller documents are dropped: `pdf: 8192`.'),
    programs: z
      .partialRecord(Format, Program)
      .default({})
      .describe(
        'External programs that convert a format. They replace the built-in converter or add a missing one (`ps`). They run in local crawls only.',
      ),
    timeoutMs: z
      .int()
      .min(100)
      .max(60_000)
      .default(limits.timeoutMs)
      .describe('Maximum time to convert one document, in milliseconds.'),
    memoryMb: z
      .int()
      .min(MIN_MEMORY_MB)
      .max(8_192)
      .default(limits.memoryMb)
      .describe(
        'Maximum memory to convert one document, in megabytes. On AWS it is capped by the memory that the function has to spare.',
      ),
    unpackedBytes: z
      .int()
      .min(1_000)
      .max(1_000_000_000)
      .default(limits.unpackedBytes)
      .describe('Maximum unpacked size of one document, in bytes.'),
  })
  .prefault({});

/** The group `documents` of the settings. */
export type DocumentsSettings = z.output<typeof DocumentsSchema>;
