/**
 * Writes `shared/classify/models/background/background-data.ts` from collections of English documents.
 *
 *     node bench/train/background.ts 300:wiki.jsonl.gz 150:news.jsonl.gz 150:pages.jsonl.gz
 *
 * Each argument is a number of documents to draw and a gzip JSON Lines file of `{title, text | html}`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, zstdCompressSync } from 'node:zlib';
import { seeded, some } from '../../demo/seeded.ts';
import { eachWordFeature } from '../../shared/classify/models/features/each-feature.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../shared/clean/clean-page.ts';
import type { Url } from '../../shared/url/url.ts';

/** Characters of a document that are read, and words that are kept. */
const MAX_LENGTH = 3_000;
const MAX_WORDS = 150;
/** A word is kept if at least this number of documents has it. */
const MIN_DOCUMENTS = 3;

const random = seeded('background');
const documents = process.argv.slice(2).flatMap((argument) => {
  const [, count, file] = /^(\d+):(.+)$/.exec(argument) ?? [];
  const lines = gunzipSync(readFileSync(file!)).toString().trim().split('\n');
  return some(lines, Number(count), random).map((line) => wordsOf(JSON.parse(line)));
});

function wordsOf({ title, text, html }: { title: string; text?: string; html?: string }): number[] {
  const main = text ?? cleanHtml('http://a.example/' as Url, html!, DEFAULT_CLEAN_OPTIONS).text;
  const words: number[] = [];
  const input = { url: '', title, text: main.slice(0, MAX_LENGTH), language: 'en' };
  eachWordFeature(input, 'en', (hash) => words.push(hash));
  return words.slice(0, MAX_WORDS);
}

/** Marks the end of a document, as `shared/classify/models/background/background.ts` expects it. */
const END = 0xffff;

/** Packs documents: number of words, their hashes, and for each document the places of its words. */
function packBackground(documents: readonly (readonly number[])[]): Buffer {
  const dictionary = [...new Set(documents.flat())].sort((a, b) => a - b);
  const places = new Map(dictionary.map((hash, i) => [hash, i]));
  const list = documents.flatMap((words) => [...words.map((hash) => places.get(hash)!).sort((a, b) => a - b), END]);
  const head = Uint32Array.of(dictionary.length);
  return Buffer.concat(
    [head, Int32Array.from(dictionary), Uint16Array.from(list)].map((part) => Buffer.from(part.buffer)),
  );
}

const frequencies = new Map<number, number>();
for (const words of documents)
  for (const hash of new Set(words)) frequencies.set(hash, (frequencies.get(hash) ?? 0) + 1);
const kept = documents.map((words) => words.filter((hash) => frequencies.get(hash)! >= MIN_DOCUMENTS));
const packed = zstdCompressSync(packBackground(kept)).toString('base64');
const lines = packed.match(/.{1,110}/g)!.map((line) => `  '${line}',`);
writeFileSync(
  'shared/classify/models/background/background-data.ts',
  `/** Words of ${documents.length} documents, packed. Written by \`node bench/train/background.ts\`; see NOTICE for the sources. */\nexport const BACKGROUND = [\n${lines.join('\n')}\n].join('');\n`,
);
process.stdout.write(`${documents.length} documents, ${frequencies.size} words, ${packed.length} characters\n`);
