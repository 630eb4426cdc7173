import { fileURLToPath } from 'node:url';
import type { Context } from 'aws-lambda';
import { MIN_MEMORY_MB } from '../shared/clean/document-rules.ts';
import { processConverter } from '../shared/convert/process-converter.ts';
import { TooLittleTimeError } from '../shared/http/too-little-time.ts';
import type { Converter } from '../shared/ports/converter.ts';

type RemainingTime = Pick<Context, 'getRemainingTimeInMillis'>;

/** Minimum time for converting the documents of one object. Two such messages fit into an invocation. Milliseconds. */
const MIN_OBJECT_MS = 50_000;
/** Time reserved at the end of the invocation: for other messages, for writing the object and for notifying the next stage. Milliseconds. */
const CONVERSION_RESERVE_MS = 15_000;

/** Memory for all but the text of a document: HTML pages, an unpacked object, and an empty converter process. Megabytes. */
const RESERVED_MB = 800;
/** Memory size of the function. Lambda kills a function that exceeds it. Infinite outside Lambda. Megabytes. */
const functionMb = Number(process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? Number.POSITIVE_INFINITY);

/** The converter process, its thread and the character maps are bundled beside the handler (`infra/bundle.ts`). */
const isBundle = !import.meta.url.endsWith('.ts');
const processes = processConverter({
  entry: new URL(isBundle ? './convert/process.mjs' : '../shared/convert/process.ts', import.meta.url),
  thread: new URL(isBundle ? './convert/thread.mjs' : '../shared/convert/thread.ts', import.meta.url),
  cMaps: fileURLToPath(new URL(isBundle ? './convert/cmaps/' : '../node_modules/pdfjs-dist/cmaps/', import.meta.url)),
  environment: process.env,
  // People who can create crawls must not be able to run programs here.
  programs: null,
});

/**
 * Creates the converter for one message. Its documents share the remaining time of the invocation: an object may hold fifty PDFs,
 * which take a minute. Later messages are requeued if less than `MIN_OBJECT_MS` is left for them. A document beyond the limit fails with
 * `conversion-timeout`, as it would on every retry. Memory limits are capped at what the function can spare.
 *
 * @param memoryMb memory size of the function, megabytes.
 * @throws TooLittleTimeError if too little time is left in the invocation for the first document.
 */
export function lambdaConverter(
  context: RemainingTime,
  converter: Converter = processes,
  memoryMb = functionMb,
): Converter {
  const maxMemoryMb = Math.max(MIN_MEMORY_MB, memoryMb - RESERVED_MB);
  let hasBegun = false;
  return {
    ...converter,
    async convert(job) {
      const remainingMs = context.getRemainingTimeInMillis();
      if (!hasBegun && remainingMs < MIN_OBJECT_MS + CONVERSION_RESERVE_MS)
        throw new TooLittleTimeError('not enough time is left for documents');
      hasBegun = true;
      const timeoutMs = Math.min(job.limits.timeoutMs, remainingMs - CONVERSION_RESERVE_MS);
      if (timeoutMs <= 0)
        return { reason: 'conversion-timeout', detail: 'the time limit for the documents of the object is used up' };
      const limits = { ...job.limits, timeoutMs, memoryMb: Math.min(job.limits.memoryMb, maxMemoryMb) };
      return converter.convert({ ...job, limits });
    },
  };
}
