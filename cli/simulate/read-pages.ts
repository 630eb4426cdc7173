import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { linksOfHtml } from '../../shared/clean/links/html-links.ts';
import { type GraphLine, parseGraphLine } from '../../shared/simulate/graph.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { DEFAULT_URL_RULES } from '../../shared/url/url-rules.ts';
import { UsageError } from '../command.ts';
import { describeReadError } from '../read-text-file.ts';

/** Maximum number of bad lines that are reported, and of those that an error names. */
const MAX_HELD = 20;
const MAX_NAMED = 3;

/** Pages of a graph file, and the number of lines that are left out. */
export type GraphPages = { pages: GraphLine[]; bad: number };

/**
 * Reads the pages of a graph file, one JSON object per line; with the extension `.gz` it is gzip.
 *
 * @param report receives a message with file and line for each line that is left out
 * @throws UsageError if the file cannot be read, or more than half of its lines are no pages
 */
export async function readPages(file: string, report: (message: string) => void): Promise<GraphPages> {
  const pages: GraphLine[] = [];
  const held: string[] = [];
  let number = 0;
  let bad = 0;
  for await (const line of linesOf(file)) {
    number++;
    if (line.trim() === '') continue;
    try {
      pages.push(withContext(parseGraphLine(JSON.parse(line), urlOf)));
    } catch (error) {
      bad++;
      if (held.length < MAX_HELD) held.push(`${file}:${number}: ${(error as Error).message}`);
    }
  }
  if (bad > pages.length)
    throw new UsageError(
      `${file}: cannot be read as pages of a graph: ${bad} of ${formatNoun(pages.length + bad, 'line')}`,
      ...held.slice(0, MAX_NAMED),
    );
  if (pages.length === 0) throw new UsageError(`${file}: has no pages`);
  for (const message of held) report(`${message}; the line is left out`);
  if (bad > held.length) report(`${file}: left out: ${formatNoun(bad - held.length, 'more line')}`);
  return { pages, bad };
}

async function* linesOf(file: string): AsyncGenerator<string> {
  let failure: Error | undefined;
  const stream = createReadStream(file);
  const plain: Readable = file.endsWith('.gz')
    ? pipeline(stream, createGunzip(), (error) => {
        failure = error ?? undefined;
      })
    : stream;
  try {
    yield* createInterface({ input: plain, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    failure = error as Error;
  }
  if (failure) throw new UsageError(`${file}: ${describeReadError(failure)}`);
}

function urlOf(text: string) {
  const found = normalize(text, undefined, DEFAULT_URL_RULES);
  return found.kind === 'url' ? found.url : undefined;
}

/** Adds the words around the links of a page with HTML, unless the line has them. */
function withContext(line: GraphLine): GraphLine {
  if (line.html === undefined) return line;
  const found = new Map<string, string>();
  for (const { url, around } of linksOfHtml(line.html, line.url, DEFAULT_URL_RULES))
    if (around !== undefined && !found.has(url)) found.set(url, around);
  const links = line.links.map((link) => {
    const around = found.get(urlOf(link.url) ?? '');
    return around === undefined ? link : { around, ...link };
  });
  return { ...line, links };
}
