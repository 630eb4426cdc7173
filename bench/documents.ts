/**
 * Compares the texts of documents with those of Apache Tika or another program, by common words:
 *
 *     node bench/documents.ts FOLDER REFERENCES [--files]
 *
 * `FOLDER/<format>/<file>` are the documents. `REFERENCES/<format>/<file>.json` is the output of Tika
 * (`java -jar tika-app.jar -J -t -i FOLDER -o REFERENCES`), without embedded documents. `<file>.txt` is the text of another
 * program. docs/documents.md names the source of our documents.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openConverter } from '../cli/run/converter.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../shared/clean/clean-options.ts';
import { convertedContent } from '../shared/clean/converted-content.ts';
import { sniffMediaType } from '../shared/clean/decode/media-type.ts';
import { documentFormat, FORMAT_NAMES } from '../shared/clean/document-formats.ts';
import type { ConvertProgram } from '../shared/ports/converter.ts';
import type { Url } from '../shared/url/url.ts';
import { countWords, tokenF1, totalCount } from './measure/token-f1.ts';

/** Minimum number of words in a reference text. */
const MIN_WORDS = 50;
const LIMITS = { timeoutMs: 60_000, memoryMb: 1_024, unpackedBytes: 200_000_000, maxText: 5_000_000, maxLinks: 10_000 };

const PROGRAMS: Record<string, ConvertProgram> = {
  ps: {
    command: ['gs', '-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=txtwrite', '-sOutputFile=-', '{in}'],
    output: 'text',
  },
};

type Row = { file: string; words: number; precision: number; recall: number; f1: number; ms: number; failed?: string };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'boolean' } },
});
const [folder, references] = positionals as [string, string];
const converter = openConverter();

print('format    files  compared  failed   F1 mean  F1 median  precision  recall    ms');
for (const format of readdirSync(folder).sort()) await measure(format);
await converter.close();

async function measure(format: string): Promise<void> {
  const rows: Row[] = [];
  let files = 0;
  for (const file of readdirSync(join(folder, format)).sort()) {
    files++;
    const theirs = countWords(referenceOf(join(references, format, file)));
    if (totalCount(theirs) >= MIN_WORDS) rows.push(await compare(format, file, theirs));
  }
  const read = rows.filter(({ failed }) => failed === undefined);
  const mean = (of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0) / Math.max(1, rows.length);
  const sorted = rows.map(({ f1 }) => f1).sort((a, b) => a - b);
  const cells = [
    [
      format.padEnd(8),
      `${files}`.padStart(6),
      `${rows.length}`.padStart(9),
      `${rows.length - read.length}`.padStart(7),
    ],
    [
      mean(({ f1 }) => f1)
        .toFixed(3)
        .padStart(9),
      (sorted[sorted.length >> 1] ?? 0).toFixed(3).padStart(10),
    ],
    [
      mean(({ precision }) => precision)
        .toFixed(3)
        .padStart(10),
      mean(({ recall }) => recall)
        .toFixed(3)
        .padStart(7),
    ],
    [
      mean(({ ms }) => ms)
        .toFixed(0)
        .padStart(5),
    ],
  ].flat();
  print(cells.join(' '));
  if (values.files)
    for (const row of rows.sort((a, b) => a.f1 - b.f1))
      print(
        `    ${row.f1.toFixed(3)} p ${row.precision.toFixed(2)} r ${row.recall.toFixed(2)} ${row.words} ${row.file} ${row.failed ?? ''}`,
      );
}

/** Returns the reference text of a document, or '' if there is none. */
function referenceOf(path: string): string {
  if (existsSync(`${path}.txt`)) return readFileSync(`${path}.txt`, 'utf8');
  if (!existsSync(`${path}.json`)) return '';
  const [document] = JSON.parse(readFileSync(`${path}.json`, 'utf8') || '[]') as Record<string, string>[];
  // Tika puts the title from the properties before the text even if the document does not show it.
  const text = document?.['X-TIKA:content']?.trimStart() ?? '';
  const title = document?.['dc:title'];
  const shown = title && text.startsWith(title) ? text.slice(title.length) : text;
  // Tika keeps words hyphenated at line ends.
  return shown.replace(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1');
}

async function compare(format: string, file: string, theirs: ReadonlyMap<string, number>): Promise<Row> {
  const bytes = readFileSync(join(folder, format, file));
  const mimeType = sniffMediaType('', bytes);
  const name = documentFormat(mimeType) ?? FORMAT_NAMES.find((one) => one === format);
  const program = name && PROGRAMS[name];
  const before = performance.now();
  const answer = await converter.convert({
    bytes,
    mimeType,
    contentType: '',
    limits: LIMITS,
    ...(program && { program }),
  });
  const ms = performance.now() - before;
  if ('reason' in answer)
    return {
      file,
      words: 0,
      precision: 0,
      recall: 0,
      f1: 0,
      ms,
      failed: `${mimeType}: ${answer.reason}, ${answer.detail}`,
    };
  const { text } = convertedContent(answer, 'http://bench.example/' as Url, {
    ...DEFAULT_CLEAN_OPTIONS,
    maxText: LIMITS.maxText,
  });
  const ours = countWords(text);
  return { file, words: totalCount(ours), ...tokenF1(ours, theirs), ms };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
