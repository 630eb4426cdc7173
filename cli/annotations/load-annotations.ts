import { createReadStream } from 'node:fs';
import { type RestorePorts, restoreAnnotation } from '../../shared/annotations/annotate.ts';
import { readAnnotation } from '../../shared/annotations/annotation-json.ts';
import type { Annotation } from '../../shared/ports/annotation-store.ts';
import { splitLines } from '../output/split-lines.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import type { Stores } from '../run/wiring.ts';
import { REFUSALS } from './describe-refusal.ts';

/** Number of lines. `known`: the crawl has an annotation with the id, which stays as it is. */
export type LoadedAnnotations = { added: number; known: number; errors: number };

type Ports = RestorePorts & { index: Pick<Stores['index'], 'idsOfUrls'> };

/** A line of the file, or why it cannot be read. */
type Line = { number: number; read: Annotation | Error };

/** Lines that are read at a time. For each such part the index reads all its URLs. */
const LINES_AT_ONCE = 1_000;

/**
 * Adds the annotations of a file that `thresher annotations list --json` has written. A bad line is reported with its number, and so is
 * one that a page has no room for.
 *
 * @param file `-` for standard input
 */
export async function loadAnnotations(
  file: string,
  crawl: string,
  ports: Ports,
  terminal: Terminal,
): Promise<LoadedAnnotations> {
  const result: LoadedAnnotations = { added: 0, known: 0, errors: 0 };
  for await (const lines of readLines(file, crawl, terminal)) {
    const urls = lines.flatMap(({ read }) => (read instanceof Error ? [] : [read.url]));
    const records = await ports.index.idsOfUrls(crawl, [...new Set(urls)]);
    for (const { number, read } of lines) {
      if (terminal.interrupt.aborted) return result;
      const fault = read instanceof Error ? read.message : await restore(read, records.get(read.url), result, ports);
      if (fault === undefined) continue;
      result.errors++;
      terminal.err(printable(`${file}:${number}: ${fault}`));
    }
  }
  return result;
}

/** Adds an annotation, and counts it. @returns why it was refused */
async function restore(
  annotation: Annotation,
  record: string | undefined,
  result: LoadedAnnotations,
  ports: RestorePorts,
): Promise<string | undefined> {
  const restored = await restoreAnnotation(annotation, record, ports);
  if (restored === 'full') return REFUSALS['too-many'];
  result[restored]++;
  return undefined;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads the lines of a file that are not empty, some at a time. */
async function* readLines(file: string, crawl: string, terminal: Terminal): AsyncGenerator<Line[]> {
  const lines: Line[] = [];
  let number = 0;
  const input = file === '-' ? terminal.input() : createReadStream(file);
  for await (const bytes of splitLines(input, (one) => Uint8Array.from(one))) {
    number++;
    try {
      const text = decoder.decode(bytes).trim();
      if (text !== '') lines.push({ number, read: readAnnotation(JSON.parse(text), crawl) });
    } catch (error) {
      lines.push({ number, read: error as Error });
    }
    if (lines.length >= LINES_AT_ONCE) yield lines.splice(0);
  }
  if (lines.length > 0) yield lines;
}
