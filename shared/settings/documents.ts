import { z } from 'zod';
import { FORMAT_NAMES, FORMATS } from '../clean/document-formats.ts';
import { DEFAULT_DOCUMENT_RULES, type DocumentRules, isRead, LEAST_MEMORY_MB } from '../clean/document-rules.ts';
import { BINARY_EXTENSIONS } from '../url/extensions.ts';
import type { Settings } from './settings.ts';

const Format = z.enum(FORMAT_NAMES);
const { types, limits } = DEFAULT_DOCUMENT_RULES;

const Program = z.strictObject({
  command: z
    .array(z.string().min(1))
    .min(1)
    .refine((words) => words.some((word) => word.includes('{in}')), 'one of its words must hold {in}')
    .describe('The program and its arguments; `{in}` stands for the name of the file. No shell reads it.'),
  output: z.enum(['text', 'html']).default('text').describe('What it writes to its standard output, in UTF-8.'),
});

/** Which documents are kept and with what they are read: a part of the settings. */
export const DocumentsSchema = z
  .strictObject({
    types: z
      .array(Format)
      .default([...types])
      .describe(`Formats of documents that are kept, of ${FORMAT_NAMES.map((name) => `\`${name}\``).join(', ')}.`),
    unwelcomeNames: z
      .array(
        z
          .string()
          .regex(/^\p{L}+$/u, 'letters only')
          .toLowerCase(),
      )
      .default([])
      .describe('Documents are dropped in whose names such a word stands, as `homework` or `cv`.'),
    minBytes: z
      .partialRecord(Format, z.int().min(0).max(100_000_000))
      .default({})
      .describe('Smaller documents of a format are dropped: `pdf: 8192`. Bytes.'),
    programs: z
      .partialRecord(Format, Program)
      .default({})
      .describe(
        'External programs that read a format, instead of what is built in or where nothing is (`ps`); on one machine only.',
      ),
    timeoutMs: z
      .int()
      .min(100)
      .max(60_000)
      .default(limits.timeoutMs)
      .describe('Milliseconds for the conversion of one document.'),
    memoryMb: z
      .int()
      .min(LEAST_MEMORY_MB)
      .max(8_192)
      .default(limits.memoryMb)
      .describe(
        'Megabytes that the conversion of one document may take; on AWS no more than the function has to spare.',
      ),
    unpackedBytes: z
      .int()
      .min(1_000)
      .max(1_000_000_000)
      .default(limits.unpackedBytes)
      .describe('Bytes that one document may unpack to.'),
  })
  .prefault({});

export function documentRulesOf({ documents }: Pick<Settings, 'documents'>): DocumentRules {
  const { timeoutMs, memoryMb, unpackedBytes, ...rules } = documents;
  return { ...rules, limits: { timeoutMs, memoryMb, unpackedBytes } };
}

/** Endings of addresses that are not fetched: what nothing reads, and documents of formats that are not wanted. */
export function unreadExtensions({ documents }: Pick<Settings, 'documents'>): string[] {
  const read = new Set<string>(
    FORMAT_NAMES.filter((name) => isRead(name, documents)).flatMap((name) => [...FORMATS[name].extensions]),
  );
  return BINARY_EXTENSIONS.filter((extension) => !read.has(extension));
}
