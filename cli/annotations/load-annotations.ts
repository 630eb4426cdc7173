import { createReadStream } from 'node:fs';
import type { AnnotatePorts } from '../../shared/annotations/annotate.ts';
import { readAnnotation } from '../../shared/annotations/annotation-json.ts';
import { splitLines } from '../output/split-lines.ts';
import { printable, type Terminal } from '../output/terminal.ts';

/** Number of lines. `known`: the crawl has an annotation with the id, which stays as it is. */
export type LoadedAnnotations = { added: number; known: number; errors: number };

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Adds the annotations of a file that `thresher annotations list --json` has written. A bad line is reported with its number.
 *
 * @param file `-` for standard input
 */
export async function loadAnnotations(
  file: string,
  crawl: string,
  { annotations, wordsOf }: Pick<AnnotatePorts, 'annotations' | 'wordsOf'>,
  terminal: Terminal,
): Promise<LoadedAnnotations> {
  const result: LoadedAnnotations = { added: 0, known: 0, errors: 0 };
  let line = 0;
  const input = file === '-' ? terminal.input() : createReadStream(file);
  for await (const bytes of splitLines(input, (one) => Uint8Array.from(one))) {
    line++;
    if (terminal.interrupt.aborted) break;
    try {
      const text = decoder.decode(bytes).trim();
      if (text === '') continue;
      const annotation = readAnnotation(JSON.parse(text), crawl);
      const isNew = await annotations.add(annotation, await wordsOf(annotation.text));
      result[isNew ? 'added' : 'known']++;
    } catch (error) {
      if (error instanceof Error && 'errcode' in error) throw error;
      result.errors++;
      terminal.err(printable(`${file}:${line}: ${(error as Error).message}`));
    }
  }
  return result;
}
