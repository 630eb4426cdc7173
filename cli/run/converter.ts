import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { processConverter } from '../../shared/convert/process-converter.ts';
import type { Converter } from '../../shared/ports/converter.ts';

/**
 * Opens a converter that reads documents in a process of its own, which starts with the first document. It runs the programs on the
 * user's PATH.
 *
 * @param signal makes conversions reject, and kills their programs, when it aborts (`ProcessOptions`)
 */
export function openConverter(signal?: AbortSignal): Converter {
  const pdfJs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return processConverter({
    entry: new URL('../../shared/convert/process.ts', import.meta.url),
    thread: new URL('../../shared/convert/thread.ts', import.meta.url),
    cMaps: join(pdfJs, 'cmaps/'),
    environment: process.env,
    programs: process.env['PATH'] ?? '',
    signal,
  });
}
