/**
 * Lists of addresses, one a line: `ADDRESS [PRIORITY] [name=value …]`, with `#` comments at the beginning of a line or
 * behind a blank. Behind a tab a value may hold blanks. A line that begins with `{` is JSON: `{"url": …, "priority": …}`,
 * where every other text or number is kept beside the seed, so that what other programs write can be read as it is.
 */
import { aboutOf, type FoundSeed, type SeedReader, type SeedSink } from './found-seed.ts';
import { lineReader } from './line-reader.ts';

const WANTED = 'an address, perhaps a priority from 0 to 7, perhaps name=value';

export function urlListReader(sink: SeedSink): SeedReader {
  return lineReader((line, at) => {
    if (line === undefined) return sink.fault(at, 'a line of more than 65,536 characters');
    const text = line.trim();
    if (text === '' || text.startsWith('#')) return;
    const seed = text.startsWith('{') ? seedOfJson(text) : seedOfWords(text);
    if (typeof seed === 'string') sink.fault(at, seed);
    else sink.seed({ ...seed, at });
  });
}

type Read = Omit<FoundSeed, 'at'> | string;

function seedOfWords(line: string): Read {
  const text = line.replace(/\s#.*$/, '').trim();
  const words = text.includes('\t') ? text.split(/\t+/).flatMap(byTab) : text.split(/\s+/);
  const [url = '', ...rest] = words.map((word) => word.trim()).filter((word) => word !== '');
  const priority = rest[0] !== undefined && /^[0-7]$/.test(rest[0]) ? Number(rest.shift()) : undefined;
  const pairs: [string, string][] = [];
  for (const word of rest) {
    const [, name, value] = /^([\w.-]{1,40})=(.*)$/s.exec(word) ?? [];
    if (name === undefined) return WANTED;
    pairs.push([name, value!]);
  }
  return seedWith(url, priority, aboutOf(pairs));
}

/** The first field may still be an address with a priority behind a blank. */
function byTab(field: string, i: number): string[] {
  return i === 0 ? field.split(/\s+/) : [field];
}

function seedOfJson(line: string): Read {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    return 'neither an address nor JSON';
  }
  const { url, priority, ...rest } = given as Record<string, unknown>;
  if (typeof url !== 'string' || url.trim() === '') return 'no url in it';
  const isClass = typeof priority === 'number' && Number.isInteger(priority) && priority >= 0 && priority <= 7;
  if (priority !== undefined && !isClass) return 'a priority is a whole number from 0 to 7';
  const words = Object.entries(rest).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [],
  );
  return seedWith(url, priority as number | undefined, aboutOf(words));
}

function seedWith(url: string, priority: number | undefined, about: FoundSeed['about']): Read {
  return { url, ...(priority !== undefined && { priority }), ...(about && { about }) };
}
