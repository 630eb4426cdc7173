/**
 * Indexes of web archives: CDX, whose first line names its fields by letters
 * (https://iipc.github.io/warc-specifications/specifications/cdx-format/cdx-2015/), and CDXJ, with JSON behind key and time.
 * Each capture of a page gives a seed; that it is the same page is found out further on.
 */
import type { SeedReader, SeedSink } from './found-seed.ts';
import { lineReader } from './line-reader.ts';

/** Where nothing is said: the eleven fields of most indexes, and the nine of older ones. */
const ELEVEN = 'N b a m s k r M S V g'.split(' ');
const NINE = 'N b a m s k r V g'.split(' ');

type Row = { url?: string | undefined; digest?: string | undefined; status?: string | undefined };

export function cdxReader(sink: SeedSink): SeedReader {
  let letters: string[] | undefined;
  return lineReader((line, at) => {
    if (line === undefined) return sink.fault(at, 'a line of more than 65,536 characters');
    const text = line.trim();
    if (text === '' || text.startsWith('!')) return;
    const legend = /^CDX\s+(.+)$/.exec(text)?.[1];
    if (legend !== undefined) {
      letters = legend.trim().split(/\s+/);
      return;
    }
    const row = text.includes('{') ? rowOfJson(text) : rowOfFields(text, letters);
    if (row?.url === undefined) sink.fault(at, 'no line of a CDX');
    else if (isPage(row)) sink.seed({ url: row.url, ...(row.digest && { digest: row.digest }), at });
  });
}

/** What led elsewhere or failed then is no page to fetch again; a revisit has no status of its own. */
function isPage({ status = '-' }: Row): boolean {
  return /^(?:2\d\d|304|-|)$/.test(status);
}

function rowOfFields(line: string, letters: readonly string[] | undefined): Row | undefined {
  const fields = line.split(/\s+/);
  const names = letters ?? (fields.length <= NINE.length ? NINE : ELEVEN);
  const field = (letter: string) => {
    const value = fields[names.indexOf(letter)];
    return value === '-' ? undefined : value;
  };
  const url = field('a');
  return url === undefined || !/^[a-z][a-z0-9+.-]*:/i.test(url)
    ? undefined
    : { url, digest: field('k'), status: field('s') };
}

function rowOfJson(line: string): Row | undefined {
  try {
    const said = JSON.parse(line.slice(line.indexOf('{'))) as Record<string, unknown>;
    const text = (name: string) => (said[name] === undefined ? undefined : String(said[name]));
    return { url: text('url') ?? text('uri'), digest: text('digest') ?? text('sha'), status: text('status') };
  } catch {
    return undefined;
  }
}
