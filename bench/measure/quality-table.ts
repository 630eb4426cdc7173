import type { SearchCollection } from './search-collection.ts';
import type { SearchEngine } from './search-engines.ts';
import type { SearchQuality } from './search-quality.ts';

/** What was measured on one collection, by engine. */
export type MeasuredCollection = {
  collection: Pick<SearchCollection, 'name' | 'documents' | 'queries'>;
  quality: ReadonlyMap<SearchEngine, SearchQuality>;
};

const COLUMNS = [
  ['nDCG@10', 'ndcg10'],
  ['recall@100', 'recall100'],
] as const;
const NAMES: Record<SearchEngine, string> = { sqlite: 'SQLite', opensearch: 'OpenSearch' };

/** Returns a Markdown table with a row for each collection. With two engines it has the differences of the second from the first. */
export function qualityTable(measured: readonly MeasuredCollection[], engines: readonly SearchEngine[]): string {
  const difference = engines.length > 1 ? ['difference'] : [];
  const heads = COLUMNS.flatMap(([title]) => [
    ...engines.map((engine, i) => (i === 0 ? `${title} ${NAMES[engine]}` : NAMES[engine])),
    ...difference,
  ]);
  const titles = ['collection', 'documents', 'queries', ...heads];
  const rows = measured.map((one) => rowOf(one, engines));
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function rowOf({ collection, quality }: MeasuredCollection, engines: readonly SearchEngine[]): string[] {
  const figures = COLUMNS.flatMap(([, figure]) => {
    const values = engines.map((engine) => quality.get(engine)?.[figure] ?? Number.NaN);
    const [first = Number.NaN, second] = values;
    return [...values.map(shown), ...(second === undefined ? [] : [signed(second - first)])];
  });
  return [collection.name, ...[collection.documents, collection.queries].map(({ length }) => `${length}`), ...figures];
}

/** Four digits, without the zero before the point. */
const shown = (value: number): string => value.toFixed(4).replace(/^(-?)0\./, '$1.');

const signed = (value: number): string => (value > 0 ? `+${shown(value)}` : shown(value));
