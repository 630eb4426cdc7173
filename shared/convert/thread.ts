/** Converter thread: converts one document at a time and posts the result or the failure. */
import { parentPort, workerData } from 'node:worker_threads';
import { CONVERTERS } from '../clean/converters/registry.ts';
import { Unreadable } from '../clean/decode/unreadable.ts';
import { documentFormat } from '../clean/document-formats.ts';
import type { Converted, ConvertFailure, ConvertJob } from '../ports/converter.ts';
import type { ThreadData, ThreadReply } from './messages.ts';

const port = parentPort!;
const { cMaps } = workerData as ThreadData;

// Suppress the messages of libraries.
for (const stream of [process.stdout, process.stderr]) stream.write = () => true;

port.postMessage({ ready: true } satisfies ThreadReply);
port.on('message', async (job: ConvertJob) => port.postMessage({ result: await convert(job) } satisfies ThreadReply));

async function convert({ bytes, mimeType, contentType, limits }: ConvertJob): Promise<Converted | ConvertFailure> {
  const format = documentFormat(mimeType) ?? PROGRAM_OUTPUTS[mimeType];
  const load = format && CONVERTERS[format];
  if (!load) return { reason: 'no-converter', detail: mimeType };
  // A converter that cannot be loaded, for example for lack of file descriptors, ends the thread: the document is not at fault.
  const converter = await load();
  try {
    const progress = (partial: Converted) => port.postMessage({ partial } satisfies ThreadReply);
    return await converter({ bytes, mimeType, contentType, limits, cMaps, progress });
  } catch (error) {
    if (error instanceof Unreadable) return { reason: error.reason, detail: error.message };
    const { message } = error as Error;
    return { reason: 'conversion-failed', detail: message };
  }
}

/** Formats that external programs write. */
const PROGRAM_OUTPUTS: Record<string, 'html' | 'text'> = { 'text/html': 'html', 'text/plain': 'text' };
