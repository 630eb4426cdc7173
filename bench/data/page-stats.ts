/**
 * Statistics of real pages: `node bench/data/page-stats.ts FILE.jsonl.gz`, JSON Lines with an `html` field. Prints the quartiles of
 * bytes, words of text, and the share of text in the page.
 */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const file = process.argv[2];
if (!file || !existsSync(file)) {
  process.stderr.write('usage: node bench/data/page-stats.ts FILE.jsonl.gz (lines of JSON with an html field)\n');
  process.exit(2);
}
const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(0, 300);
const stats = lines.map((line) => statsOf((JSON.parse(line) as { html: string }).html));
for (const name of ['bytes', 'words', 'textShare'] as const) {
  const sorted = stats.map((one) => one[name]).sort((a, b) => a - b);
  const marks = [0.25, 0.5, 0.75].map((part) => sorted[Math.floor(sorted.length * part)]!);
  process.stdout.write(`${name.padEnd(10)} ${marks.map((mark) => Number(mark.toPrecision(3))).join('  ')}\n`);
}

function statsOf(html: string) {
  const text = html
    .replace(/<(script|style|svg|noscript)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { bytes: Buffer.byteLength(html), words: text.split(' ').length, textShare: text.length / html.length };
}
