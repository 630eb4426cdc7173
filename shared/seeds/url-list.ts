/**
 * Reads lists of URLs, one per line: `URL [PRIORITY] [name=value …]`. `#` starts a comment at the beginning of a line or after white
 * space. After a tab a value may contain spaces. A line that starts with `{` is JSON: `{"url": …, "priority": …}`; all other strings
 * and numbers are stored as metadata, so that output of other programs can be read as it is. Lines of a frontier dump are
 * seeds without that metadata.
 */
import { seedsOfDumpLine } from './dump-seeds.ts';
import { aboutOf, type FoundSeed, isPriority, type SeedReader, type SeedSink } from './found-seed.ts';
import { lineReader } from './line-reader.ts';

const EXPECTED = 'expected a URL, optionally followed by a priority from 0 to 7 and name=value pairs';

/**
 * Creates a reader of lists: each line has a URL with optional priority and notes, or is a JSON object. Skips empty lines and
 * those that start with `#`.
 */
export function urlListReader(sink: SeedSink): SeedReader {
  return lineReader((line, at) => {
    if (line === undefined) return sink.fault(at, 'a line of more than 65,536 characters');
    const text = line.trim();
    if (text === '' || text.startsWith('#')) return;
    const found = text.startsWith('{') ? seedsOfJson(text) : seedOfWords(text);
    if (typeof found === 'string') sink.fault(at, found);
    else for (const seed of [found].flat()) sink.seed({ ...seed, at });
  });
}

/** A seed, or an error message. */
type ParsedLine = Omit<FoundSeed, 'at'> | string;

function seedOfWords(line: string): ParsedLine {
  const text = line.replace(/\s#.*$/, '').trim();
  const words = text.includes('\t') ? text.split(/\t+/).flatMap(byTab) : text.split(/\s+/);
  const [url = '', ...rest] = words.map((word) => word.trim()).filter((word) => word !== '');
  const priority = rest[0] !== undefined && /^[0-7]$/.test(rest[0]) ? Number(rest.shift()) : undefined;
  const pairs: [string, string][] = [];
  for (const word of rest) {
    const [, name, value] = /^([\w.-]{1,40})=(.*)$/s.exec(word) ?? [];
    if (name === undefined) return EXPECTED;
    pairs.push([name, value!]);
  }
  return seedWith(url, priority, aboutOf(pairs));
}

/** Splits the first field at spaces, because it may be a URL with a priority. */
function byTab(field: string, i: number): string[] {
  return i === 0 ? field.split(/\s+/) : [field];
}

function seedsOfJson(line: string): ParsedLine | Omit<FoundSeed, 'at'>[] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'neither a URL nor JSON';
  }
  const ofDump = seedsOfDumpLine(value as Record<string, unknown>);
  if (ofDump) return ofDump;
  const { url, priority, ...rest } = value as Record<string, unknown>;
  if (typeof url !== 'string' || url.trim() === '') return 'the JSON has no url';
  if (priority !== undefined && !isPriority(priority)) return 'the priority must be an integer from 0 to 7';
  const words = Object.entries(rest).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [],
  );
  return seedWith(url, priority, aboutOf(words));
}

function seedWith(url: string, priority: number | undefined, about: FoundSeed['about']): ParsedLine {
  return { url, ...(priority !== undefined && { priority }), ...(about && { about }) };
}
