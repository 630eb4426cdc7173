import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type GraphLine, parseGraphLine } from '../../shared/simulate/graph.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { DEFAULT_URL_RULES } from '../../shared/url/url-rules.ts';
import { UsageError } from '../command.ts';
import { describeReadError } from '../load-crawl.ts';

/**
 * Reads the pages of a graph file, one JSON object per line; with the extension `.gz` it is gzip.
 *
 * @throws UsageError with file and line
 */
export async function readPages(file: string): Promise<GraphLine[]> {
  const pages: GraphLine[] = [];
  let number = 0;
  for await (const line of linesOf(file)) {
    number++;
    if (line.trim() === '') continue;
    try {
      pages.push(parseGraphLine(JSON.parse(line), urlOf));
    } catch (error) {
      throw new UsageError(`${file}:${number}: ${(error as Error).message}`);
    }
  }
  if (pages.length === 0) throw new UsageError(`${file}: has no pages`);
  return pages;
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
