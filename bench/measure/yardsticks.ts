import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { generatedPages } from '../../demo/generated/generated-pages.ts';

/**
 * Measures the current speed of this machine: CPU ms for compressing one generated page with gzip at level 6. Compare the figures of
 * two runs relative to it.
 */
export const gzipMsPerPage = (): number => cpuMsPerPage((html) => gzipSync(html, { level: 6 }));

/** Measures CPU ms for one generated page in a bare SAX parser (htmlparser2) that counts texts and attributes. */
export function saxMsPerPage(): number {
  let seen = 0;
  const parse = (html: string) => {
    seen += parseBare(html);
  };
  // The compiler optimises the parser while these run.
  for (let round = 0; round < WARM_UP_ROUNDS; round++) cpuMsPerPage(parse);
  const ms = cpuMsPerPage(parse);
  if (seen === 0) throw new Error('the parser found no text');
  return ms;
}

/** Parses HTML with a bare SAX parser. @returns the length of its texts and attributes together, in UTF-16 units */
export function parseBare(html: string): number {
  let seen = 0;
  const parser = new Parser({
    ontext: (text) => {
      seen += text.length;
    },
    onattribute: (_name, value) => {
      seen += value.length;
    },
  });
  parser.end(html);
  return seen;
}

/** Measures CPU ms for fetching and parsing one generated page, in a process of its own (`fetch-sax.ts`). */
export function fetchSaxMsPerPage(): number {
  const program = join(import.meta.dirname, 'fetch-sax.ts');
  return Math.round(Number(execFileSync(process.execPath, [program], { encoding: 'utf8' })) * 100) / 100;
}

const PAGES = 100;
const WARM_UP_ROUNDS = 5;

let generated: string[] | undefined;

function generateTexts(): string[] {
  const pages = generatedPages({ hosts: 1, pages: PAGES, seed: 'yardstick' });
  return Array.from({ length: PAGES }, (_, page) => pages.html(0, page).toString());
}

function cpuMsPerPage(work: (html: string) => unknown): number {
  generated ??= generateTexts();
  const texts = generated;
  const before = process.cpuUsage();
  for (const text of texts) work(text);
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 10 / PAGES) / 100;
}
