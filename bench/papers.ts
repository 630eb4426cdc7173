/**
 * Measures the semantic headers of papers:
 *
 *     node bench/papers.ts FOLDER HEADERS [--files]
 *
 * `FOLDER/<name>.tex` are papers, beside their conversions (`<name>.pdf`, `.html`, `.docx` …). `HEADERS/<name>.json` is the output
 * of `pandoc -f latex -t json`, whose title, authors and abstract are the ground truth. The true number of references is the
 * number of `\bibitem` in the TeX. docs/documents.md names the source of our papers.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { openConverter } from '../cli/run/converter.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../shared/clean/clean-options.ts';
import { convertedContent } from '../shared/clean/converted-content.ts';
import { sniffMediaType } from '../shared/clean/decode/media-type.ts';
import type { Paper } from '../shared/clean/document-fields.ts';
import { parsePaper } from '../shared/clean/papers/paper.ts';
import { readHtmlText } from '../shared/clean/read-html.ts';
import type { Url } from '../shared/url/url.ts';
import { countWords, tokenF1 } from './measure/token-f1.ts';

const LIMITS = { timeoutMs: 60_000, memoryMb: 1_024, unpackedBytes: 200_000_000, maxText: 5_000_000, maxLinks: 10_000 };
const PAGE_URL = 'http://bench.example/' as Url;
/** Minimum token F1 of a correct field. */
const MIN_F1 = { title: 0.9, authors: 0.8, abstract: 0.9 };
/** Maximum error of the number of references, as a share. */
const MAX_REFERENCE_ERROR = 0.1;

type Header = { title: string; authors: string; abstract: string; references: number };
type Counts = { right: number; wrong: number; empty: number };

const { positionals, values } = parseArgs({ allowPositionals: true, options: { files: { type: 'boolean' } } });
const [folder, headers] = positionals as [string, string];
const converter = openConverter();
const counts = new Map<string, Counts>();
let papers = 0;
for (const file of readdirSync(folder).sort()) await measure(file);
await converter.close();
for (const [name, { right, wrong, empty }] of [...counts].sort())
  print(
    `${name.padEnd(20)} right ${`${right}`.padStart(3)}  wrong ${`${wrong}`.padStart(3)}  empty ${`${empty}`.padStart(3)}`,
  );
print(`${papers} files of papers`);

async function measure(file: string): Promise<void> {
  const format = extname(file).slice(1);
  const stem = join(folder, file.slice(0, -format.length - 1));
  const json = join(headers, `${file.slice(0, -format.length - 1)}.json`);
  if (!existsSync(json) || !existsSync(`${stem}.tex`)) return;
  const truth = headerOf(readFileSync(json, 'utf8'), readFileSync(`${stem}.tex`, 'latin1'));
  if (truth.abstract === '' || truth.title === '') return;
  papers++;
  const found = await paperIn(readFileSync(join(folder, file)));
  for (const [field, answer] of Object.entries(compareHeaders(found, truth))) {
    const key = `${format} ${field}`;
    const count = counts.get(key) ?? { right: 0, wrong: 0, empty: 0 };
    counts.set(key, count);
    count[answer]++;
    if (values.files && answer !== 'right')
      print(`    ${answer} ${field} ${file}: ${short(found, field)} / ${short(truth, field)}`);
  }
}

function short(of: Header | Paper | undefined, field: string): string {
  return JSON.stringify(of?.[field as 'title'] ?? null).slice(0, 90);
}

/** Compares a header with the ground truth, field by field. */
function compareHeaders(found: Paper | undefined, truth: Header): Record<string, keyof Counts> {
  const compareTexts = (ours: string, theirs: string, minimum: number): keyof Counts =>
    ours === '' ? 'empty' : tokenF1(countWords(ours), countWords(theirs)).f1 >= minimum ? 'right' : 'wrong';
  const listed = found?.references.length ?? 0;
  const isNear = Math.abs(listed - truth.references) <= MAX_REFERENCE_ERROR * truth.references;
  return {
    title: compareTexts(found?.title ?? '', truth.title, MIN_F1.title),
    ...(truth.authors !== '' && {
      authors: compareTexts((found?.authors ?? []).join(' '), truth.authors, MIN_F1.authors),
    }),
    abstract: compareTexts(found?.abstract ?? '', truth.abstract, MIN_F1.abstract),
    ...(truth.references > 0 && { references: listed === 0 ? 'empty' : isNear ? 'right' : 'wrong' }),
  };
}

async function paperIn(bytes: Buffer): Promise<Paper | undefined> {
  const mimeType = sniffMediaType('', bytes);
  const options = { ...DEFAULT_CLEAN_OPTIONS, maxText: LIMITS.maxText };
  if (mimeType === 'text/html')
    return parsePaper(readHtmlText(bytes.toString('utf8'), { url: PAGE_URL, options, fetchedAt: 0 }), true);
  const answer = await converter.convert({ bytes, mimeType, contentType: '', limits: LIMITS });
  return 'reason' in answer ? undefined : parsePaper(convertedContent(answer, PAGE_URL, options), false);
}

/** A node of pandoc's tree: `t` is its type, `c` its content. */
type Node = { t?: string; c?: unknown };

function headerOf(json: string, tex: string): Header {
  const meta = (JSON.parse(json) as { meta: Record<string, Node> }).meta;
  const authors = (meta['author']?.c as Node[] | undefined) ?? [];
  return {
    title: textOf(meta['title']),
    // The name is on the first line; affiliations follow.
    authors: authors
      .map((author) => textOf(author).split('\n')[0])
      .join(' ')
      .trim(),
    abstract: textOf(meta['abstract']),
    references: tex.split(/^[^%\n]*\\bibitem\b/m).length - 1,
  };
}

function textOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (typeof node !== 'object' || node === null) return '';
  const { t, c } = node as Node;
  if (t === 'Str') return c as string;
  if (t === 'Space' || t === 'SoftBreak') return ' ';
  if (t === 'LineBreak') return '\n';
  if (t === 'Note' || t === 'Cite') return '';
  if (t === 'Math' || t === 'Code') return (c as [unknown, string])[1];
  return textOf(c) + (t === 'Para' || t === 'Plain' ? '\n' : '');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
