/**
 * Cleans pages for a scoring program: `node bench/clean/score-lines.ts < pages.jsonl`. Reads `{id, url, html}` per line and writes
 * `{id, text, title, author, date, lang, cpu_us}`: the answer of `thresher clean --jsonl` under the names that such programs read.
 * `cpu_us` is the CPU time of this thread in the extraction, in microseconds. A line that is no page gets an empty text.
 */
import { createInterface } from 'node:readline';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../shared/clean/clean-page.ts';
import type { Url } from '../../shared/url/url.ts';

type Page = { id: unknown; url: string; html: string };

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }))
  if (line.trim() !== '') process.stdout.write(`${JSON.stringify(answer(JSON.parse(line) as Page))}\n`);

function answer({ id, url, html }: Page): object {
  if (typeof url !== 'string' || typeof html !== 'string') return { id, text: '' };
  const before = process.threadCpuUsage();
  const { text, title, author, date, language } = cleanHtml(url as Url, html, DEFAULT_CLEAN_OPTIONS);
  const { user, system } = process.threadCpuUsage(before);
  return { id, text, title, author, date, lang: language, cpu_us: user + system };
}
