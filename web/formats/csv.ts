import { csvLine } from './csv-line.ts';
import { authorsOf, classesOf, type Entry, type Listing } from './entry.ts';

/** The columns of a CSV file, in order. New columns are added at the end. */
const COLUMNS: readonly [name: string, value: (entry: Entry) => string | number | null][] = [
  ['title', ({ title }) => title],
  ['url', ({ url }) => url],
  ['author', (entry) => authorsOf(entry).join('; ')],
  ['date', ({ date }) => date],
  ['host', ({ host }) => host],
  ['language', ({ language }) => language],
  ['type', ({ type }) => type],
  ['classes', (entry) => classesOf(entry).join('; ')],
  ['score', ({ score }) => score],
  ['snippet', ({ snippet }) => snippet],
  ['fetched', ({ fetchedAt }) => fetchedAt],
  ['id', ({ id }) => id],
  ['record', ({ record }) => record],
  ['cached', ({ cached }) => cached],
];

/** Writes entries as CSV with a header line. */
export function csv({ entries }: Pick<Listing, 'entries'>): string {
  const rows = entries.map((entry) => COLUMNS.map(([, value]) => value(entry)));
  return [COLUMNS.map(([name]) => name), ...rows].map(csvLine).join('');
}
