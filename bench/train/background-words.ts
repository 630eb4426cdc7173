/**
 * Writes `shared/classify/examples/background-words.ts`: how many English documents contain a word.
 * `node bench/train/background-words.ts FILE.jsonl.gz… > shared/classify/examples/background-words.ts`, lines of `{title, text | html}`.
 * Every file counts the same.
 */
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../shared/clean/clean-page.ts';
import { analyze } from '../../shared/text/analysis/analyze.ts';
import type { Url } from '../../shared/url/url.ts';
import { readJsonLinesFile } from '../data/extraction-data.ts';

/** Maximum number of documents of a file, evenly spread. */
const MAX_DOCUMENTS = 2_000;
/** Minimum share of the documents that contain a word. */
const MIN_SHARE = 0.003;

type Page = { title?: string; text?: string; html?: string };

const shares = new Map<string, number>();
const files = process.argv.slice(2);
for (const file of files) {
  const all = readJsonLinesFile<Page>(file);
  const step = Math.max(1, all.length / MAX_DOCUMENTS);
  const pages = Array.from({ length: Math.min(all.length, MAX_DOCUMENTS) }, (_, i) => all[Math.floor(i * step)]!);
  for (const page of pages)
    for (const word of new Set(analyze(textOf(page), 'en')))
      if (/^[a-z]{2,20}$/.test(word)) shares.set(word, (shares.get(word) ?? 0) + 1 / pages.length / files.length);
}

/** Words by their level: `-log2` of the share, rounded. */
const levels = new Map<number, string[]>();
for (const [word, share] of [...shares].sort(([a], [b]) => (a < b ? -1 : 1))) {
  if (share < MIN_SHARE) continue;
  const level = Math.round(-Math.log2(share));
  levels.set(level, [...(levels.get(level) ?? []), word]);
}
const rows = [...levels].sort(([a], [b]) => a - b).map(([level, words]) => `  ${level}: \`${wrap(words)}\`,`);
process.stdout.write(`/**
 * Words of English documents by level: one document in 2 ** level contains a word with the stem. Written by
 * \`node bench/train/background-words.ts\`; NOTICE names the sources.
 */
export const BACKGROUND_WORDS: Readonly<Record<number, string>> = {
${rows.join('\n')}
};
`);

function textOf({ title = '', text, html = '' }: Page): string {
  return `${title}\n\n${text ?? cleanHtml('http://a.example/' as Url, html, DEFAULT_CLEAN_OPTIONS).text}`;
}

/** Wraps lines at 110 characters. */
function wrap(words: readonly string[]): string {
  return words
    .join(' ')
    .replace(/(.{1,110})(?: |$)/g, '$1\n    ')
    .trim();
}
