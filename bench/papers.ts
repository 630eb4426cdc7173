/**
 * How often the semantic header of papers is right:
 *
 *     node bench/papers.ts FOLDER HEADERS [--files]
 *
 * `FOLDER/<name>.tex` are papers, and beside them what was made of each (`<name>.pdf`, `.html`, `.docx` …). `HEADERS/<name>.json` is
 * what `pandoc -f latex -t json` reads of the TeX, whose title, authors and abstract count as right; so many references as there are
 * `\bibitem` in the TeX. docs/documents.md says where ours came from.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_CLEAN_OPTIONS } from '../shared/clean/clean-options.ts';
import { convertedContent } from '../shared/clean/converted-content.ts';
import { sniffMediaType } from '../shared/clean/decode/media-type.ts';
import type { Paper } from '../shared/clean/document-fields.ts';
import { parsePaper } from '../shared/clean/paper.ts';
import { readHtmlText } from '../shared/clean/read-html.ts';
import { threadConverter } from '../shared/convert/thread-converter.ts';
import type { Url } from '../shared/url/url.ts';
import { countWords, tokenF1 } from './measure/token-f1.ts';

const LIMITS = { timeoutMs: 60_000, memoryMb: 1_024, unpackedBytes: 200_000_000, maxText: 5_000_000, maxLinks: 10_000 };
const AT = 'http://bench.example/' as Url;
/** Words in common from which on two texts are the same one. */
const SAME = { title: 0.9, authors: 0.8, abstract: 0.9 };
/** So much of the number of references may be missed. */
const REFERENCES_MISSED = 0.1;

type Header = { title: string; authors: string; abstract: string; references: number };
type Counts = { right: number; wrong: number; empty: number };

const { positionals, values } = parseArgs({ allowPositionals: true, options: { files: { type: 'boolean' } } });
const [folder, headers] = positionals as [string, string];
const converter = threadConverter({
  entry: new URL('../shared/convert/thread.ts', import.meta.url),
  cMaps: join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps/'),
  programs: '',
});
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
  for (const [field, answer] of Object.entries(judge(found, truth))) {
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

function judge(found: Paper | undefined, truth: Header): Record<string, keyof Counts> {
  const same = (ours: string, theirs: string, least: number): keyof Counts =>
    ours === '' ? 'empty' : tokenF1(countWords(ours), countWords(theirs)).f1 >= least ? 'right' : 'wrong';
  const listed = found?.references.length ?? 0;
  const isNear = Math.abs(listed - truth.references) <= REFERENCES_MISSED * truth.references;
  return {
    title: same(found?.title ?? '', truth.title, SAME.title),
    ...(truth.authors !== '' && { authors: same((found?.authors ?? []).join(' '), truth.authors, SAME.authors) }),
    abstract: same(found?.abstract ?? '', truth.abstract, SAME.abstract),
    ...(truth.references > 0 && { references: listed === 0 ? 'empty' : isNear ? 'right' : 'wrong' }),
  };
}

async function paperIn(bytes: Buffer): Promise<Paper | undefined> {
  const mimeType = sniffMediaType('', bytes);
  const options = { ...DEFAULT_CLEAN_OPTIONS, maxText: LIMITS.maxText };
  if (mimeType === 'text/html')
    return parsePaper(readHtmlText(bytes.toString('utf8'), { url: AT, options, fetchedAt: 0 }), true);
  const answer = await converter.convert({ bytes, mimeType, contentType: '', limits: LIMITS });
  return 'reason' in answer ? undefined : parsePaper(convertedContent(answer, AT, options), false);
}

/** A tree of pandoc: `t` names what a node is, `c` holds what is in it. */
type Node = { t?: string; c?: unknown };

function headerOf(json: string, tex: string): Header {
  const meta = (JSON.parse(json) as { meta: Record<string, Node> }).meta;
  const authors = (meta['author']?.c as Node[] | undefined) ?? [];
  return {
    title: textOf(meta['title']),
    // A name stands on its first line.
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
