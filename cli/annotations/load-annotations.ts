import { createReadStream } from 'node:fs';
import { readAnnotation } from '../../shared/annotations/annotation-json.ts';
import type { Annotation } from '../../shared/ports/annotation-store.ts';
import { splitLines } from '../output/split-lines.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import type { AnnotationCalls } from './annotation-calls.ts';
import { REFUSALS } from './describe-refusal.ts';

/** Number of lines. `known`: the crawl has an annotation with the id, which stays as it is. */
export type LoadedAnnotations = { added: number; known: number; errors: number };

/** A line of the file, or why it cannot be read. */
type Line = { number: number; read: Annotation | Error };

/**
 * Adds the annotations of a file that `thresher annotations list --json` has written. A bad line is reported with its number, and so is
 * one that a page has no room for.
 *
 * @param file `-` for standard input
 */
export async function loadAnnotations(
  file: string,
  { crawl, load, loadSize }: Pick<AnnotationCalls, 'crawl' | 'load' | 'loadSize'>,
  terminal: Terminal,
): Promise<LoadedAnnotations> {
  const result: LoadedAnnotations = { added: 0, known: 0, errors: 0 };
  for await (const lines of readLines(file, crawl, loadSize, terminal)) {
    if (terminal.interrupt.aborted) return result;
    const loaded = await load(lines.flatMap(({ read }) => (read instanceof Error ? [] : [read])));
    let next = 0;
    for (const { number, read } of lines) {
      const became = read instanceof Error ? read : loaded[next++]!;
      if (became === 'added' || became === 'known') {
        result[became]++;
        continue;
      }
      result.errors++;
      terminal.err(printable(`${file}:${number}: ${became === 'full' ? REFUSALS['too-many'] : became.message}`));
    }
  }
  return result;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads the lines of a file that are not empty, some at a time. */
async function* readLines(file: string, crawl: string, atOnce: number, terminal: Terminal): AsyncGenerator<Line[]> {
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
    if (lines.length >= atOnce) yield lines.splice(0);
  }
  if (lines.length > 0) yield lines;
}
