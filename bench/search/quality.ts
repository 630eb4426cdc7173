import { parseArgs } from 'node:util';
import { DEFAULT_RANKING, type RankingOptions } from '../../shared/search/ranking/ranking-options.ts';
import { type MeasuredCollection, qualityTable } from '../measure/quality-table.ts';
import { collectionFolders, readCollection } from '../measure/search-collection.ts';
import {
  type OpenedEngine,
  openEngine,
  SEARCH_ENGINES,
  type SearchEngine,
  sqliteInMemory,
} from '../measure/search-engines.ts';
import { type SearchQuality, searchQuality, writeCollection } from '../measure/search-quality.ts';

/*
 * Measures search quality on a collection with relevance judgements:
 * `node bench/search/quality.ts FOLDER [LANGUAGES] [RANKING] [--engine sqlite|opensearch|both]`.
 * The folder contains docs.jsonl {id, title, text, description?}, queries.jsonl {id, text}, qrels.tsv (query, document, 1) and
 * meta.json {lang}. Prints nDCG@10, MAP and recall of the first 100 results, as trec_eval defines them for binary judgements, and the
 * CPU time of indexing and searching. RANKING changes settings of `search.ranking`, as JSON: '{"feedbackWeight": 0}'.
 *
 * With `--engine`, prints nDCG@10 and recall as a Markdown table. FOLDER may then contain a folder for each collection.
 * OpenSearch is started by the scripts of `test/services/engines`, without Docker.
 */

const { values, positionals } = parseArgs({ allowPositionals: true, options: { engine: { type: 'string' } } });
const [folder = '', languageList, rankingJson] = positionals;
const ranking: RankingOptions = { ...DEFAULT_RANKING, ...JSON.parse(rankingJson ?? '{}') };
const searchOptions = (lang: string) => ({ languages: languageList?.split(',') ?? [lang], ranking });

const folders = collectionFolders(folder);
if (folders.length === 0) fail(`no collection found in ${folder || '(no folder given)'}: nothing was measured`);
if (values.engine !== undefined) await compareEngines(enginesOf(values.engine));
else if (folders[0] !== folder) fail(`no collection found in ${folder}: nothing was measured`);
else await measureOnce(folder);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Prints one line of JSON. */
async function measureOnce(only: string): Promise<void> {
  const collection = readCollection(only);
  const index = sqliteInMemory();
  const started = process.cpuUsage();
  await writeCollection(index, collection);
  const indexCpu = process.cpuUsage(started);
  const searchStart = process.cpuUsage();
  const { ndcg10, map, recall100 } = await searchQuality(index, collection, searchOptions(collection.lang));
  const searchCpu = process.cpuUsage(searchStart);
  const figures = {
    questions: collection.queries.length,
    ndcg10: rounded(ndcg10, 4),
    map100: rounded(map, 4),
    recall100: rounded(recall100, 4),
    cpuMsADocument: msEach(indexCpu, collection.documents.length),
    cpuMsAQuestion: msEach(searchCpu, collection.queries.length),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function msEach(cpu: NodeJS.CpuUsage, n: number): number {
  return rounded((cpu.user + cpu.system) / 1000 / n, 3);
}

function enginesOf(name: string): SearchEngine[] {
  const engines = SEARCH_ENGINES.filter((one) => name === 'both' || name === one);
  return engines.length > 0 ? engines : fail(`unknown engine ${name}: use sqlite, opensearch or both`);
}

/** Prints a table of all collections. */
async function compareEngines(engines: readonly SearchEngine[]): Promise<void> {
  const opened = new Map<SearchEngine, OpenedEngine>();
  try {
    for (const name of engines) opened.set(name, await openEngine(name));
    const measured: MeasuredCollection[] = [];
    for (const one of folders) measured.push(await measureOn(opened, one));
    process.stdout.write(qualityTable(measured, engines));
  } finally {
    for (const { close } of opened.values()) await close();
  }
}

async function measureOn(engines: ReadonlyMap<SearchEngine, OpenedEngine>, one: string): Promise<MeasuredCollection> {
  const collection = readCollection(one);
  const quality = new Map<SearchEngine, SearchQuality>();
  for (const [name, { newIndex, settle }] of engines) {
    const index = newIndex(`bench-${folders.indexOf(one)}`);
    await writeCollection(index, collection);
    await settle();
    quality.set(name, await searchQuality(index, collection, searchOptions(collection.lang)));
  }
  return { collection, quality };
}
