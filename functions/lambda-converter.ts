import { fileURLToPath } from 'node:url';
import type { Context } from 'aws-lambda';
import { LEAST_MEMORY_MB } from '../shared/clean/document-rules.ts';
import { threadConverter } from '../shared/convert/thread-converter.ts';
import type { Converter } from '../shared/ports/converter.ts';

type Time = Pick<Context, 'getRemainingTimeInMillis'>;

/** What the documents of one object may take together: two such messages fit into a call. Milliseconds. */
const OBJECT_MS = 50_000;
/** Kept back for the pages of the object, for writing and for telling. Milliseconds. */
const RESERVE_MS = 15_000;

/** What the function needs besides: its own pages, and what an object unpacks to. Megabytes. */
const OWN_MB = 700;
/** A function that takes more than it has is ended, with all documents of its message. Unknown where this is no function. */
const functionMb = Number(process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? Number.POSITIVE_INFINITY);

/** Its thread is bundled beside the handler (`infra/bundle.ts`), with the character maps. */
const isBundle = !import.meta.url.endsWith('.ts');
const threads = threadConverter({
  entry: new URL(isBundle ? './convert/thread.mjs' : '../shared/convert/thread.ts', import.meta.url),
  cMaps: fileURLToPath(new URL(isBundle ? './convert/cmaps/' : '../node_modules/pdfjs-dist/cmaps/', import.meta.url)),
  // Whoever may make a crawl is not to run programs here.
  programs: null,
});

/**
 * The converter for one message: its documents share a time. One that comes when it is used up is a `conversion-timeout`,
 * as it would be each time that the message came again; a message whose first document finds too little time left in the
 * call comes again. None takes more memory than the function has to spare.
 *
 * @param hasMb megabytes of the function.
 * @throws then.
 */
export function converterFor(context: Time, converter: Converter = threads, hasMb = functionMb): Converter {
  const mostMb = Math.max(LEAST_MEMORY_MB, hasMb - OWN_MB);
  let end: number | undefined;
  return {
    ...converter,
    async convert(job) {
      const left = context.getRemainingTimeInMillis();
      if (end === undefined && left < OBJECT_MS + RESERVE_MS) throw new Error('too little time is left for documents');
      end ??= left - OBJECT_MS;
      const timeoutMs = Math.min(job.limits.timeoutMs, left - end);
      if (timeoutMs <= 0) return { reason: 'conversion-timeout', detail: 'the time of its object is used up' };
      const memoryMb = Math.min(job.limits.memoryMb, mostMb);
      return converter.convert({ ...job, limits: { ...job.limits, timeoutMs, memoryMb } });
    },
  };
}
