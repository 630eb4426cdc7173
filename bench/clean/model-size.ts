/** Prints the size of the trained tables of cleaning, and the CPU time to decode them once: `node bench/clean/model-size.ts`. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { ngramTable } from '../../shared/clean/language/ngram-table.ts';
import { sentenceTable } from '../../shared/clean/language/sentence-table.ts';
import { detectByTrigrams } from '../../shared/clean/language/trigram-detector.ts';
import { mainTextModel } from '../../shared/clean/main-text/model.ts';

/** The tables, their files below shared/clean, and what decodes them on first use. */
const TABLES: readonly [name: string, files: string[], decode: () => unknown][] = [
  [
    'main text and page kind',
    ['main-text/block-trees.ts', 'main-text/cue-scores.ts', 'page-kind/kind-trees.ts', 'page-kind/kind-cues.ts'],
    mainTextModel,
  ],
  ['language: n-grams', ['language/ngram-data.ts'], ngramTable],
  ['language: short texts', ['language/sentence-data.ts'], sentenceTable],
  ['language: trigrams', ['language/trigram-data.ts'], () => detectByTrigrams('Watu wote wamezaliwa huru.', 'en')],
];

for (const [name, files, decode] of TABLES) {
  const sources = files.map((file) => readFileSync(new URL(`../../shared/clean/${file}`, import.meta.url)));
  const before = process.threadCpuUsage();
  decode();
  const { user, system } = process.threadCpuUsage(before);
  print(`${name}: ${((user + system) / 1000).toFixed(1)} ms to decode, ${sizeOf(sources)}`);
  for (const [i, file] of files.entries()) if (files.length > 1) print(`  ${file}: ${sizeOf(sources.slice(i, i + 1))}`);
}

function sizeOf(sources: readonly Buffer[]): string {
  const all = Buffer.concat(sources);
  return `${all.length} bytes (${gzipSync(all).length} gzipped)`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
