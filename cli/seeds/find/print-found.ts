import { writeFile } from 'node:fs/promises';
import { formatCount, formatNoun } from '../../../shared/text/format-count.ts';
import { EXIT, type ExitCode, UsageError } from '../../command.ts';
import { formatJson } from '../../output/format-json.ts';
import { seedLines } from '../../output/seed-lines.ts';
import type { Terminal } from '../../output/terminal.ts';
import type { FindOptions } from './find-options.ts';
import type { FoundSeeds } from './find-seeds.ts';

/**
 * Prints the seeds or writes them to a file, then a summary.
 *
 * @returns `errors` if nothing was found, or if a source could not be read completely
 * @throws UsageError if the file cannot be written
 */
export async function printFound(
  { seeds, counts, faults }: FoundSeeds,
  options: FindOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { output, json = false } = options;
  const lines = seeds.map((seed) => formatJson(seed));
  if (output !== undefined) {
    await writeFile(output, lines.map((line) => `${line}\n`).join('')).catch((error: Error) => {
      throw new UsageError(`--output: ${output}: cannot be written: ${error.message}`);
    });
  }
  if (json) for (const line of lines) await terminal.out(line);
  else if (output === undefined) for (const seed of seeds) for (const line of seedLines(seed)) await terminal.out(line);
  terminal.err(summaryOf(seeds.length, counts, output));
  if (seeds.length === 0 && counts.belowMinimum > 0 && !options.fetch)
    terminal.err('Titles and descriptions show no sign of the topic; judge the pages themselves with --fetch');
  if (terminal.interrupt.aborted) return EXIT.interrupted;
  return seeds.length > 0 && faults === 0 ? EXIT.done : EXIT.errors;
}

function summaryOf(seeds: number, counts: FoundSeeds['counts'], output: string | undefined): string {
  const { candidates, refused, belowMinimum, duplicates, known, dropped } = counts;
  const parts = {
    refused,
    'below the lowest score': belowMinimum,
    repeated: duplicates,
    known,
    'without a page on topic': dropped,
  };
  const left = Object.entries(parts).filter(([, n]) => n > 0);
  const details = left.map(([what, n]) => `, ${formatCount(n)} ${what}`).join('');
  const where = output === undefined ? '' : ` in ${output}`;
  return `${formatNoun(seeds, 'seed')}${where} of ${formatNoun(candidates, 'candidate')}${details}`;
}
