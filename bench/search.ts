import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteSearchIndex } from '../shared/local/sqlite-search-index.ts';
import type { RecordChange } from '../shared/ports/search-index.ts';
import { DEFAULT_RANKING, type RankingOptions } from '../shared/search/ranking/ranking-options.ts';
import { search } from '../shared/search/search.ts';
import { analyzeToString } from '../shared/text/analysis/analyze.ts';

/*
 * Measures search quality on a collection with relevance judgements: `node bench/search.ts FOLDER [LANGUAGES] [RANKING]`.
 * The folder contains docs.jsonl {id, title, text}, queries.jsonl {id, text}, qrels.tsv (query, document, 1) and meta.json
 * {lang}. Prints nDCG@10, MAP and recall of the first 100 results, as trec_eval defines them for binary judgements, and the
 * CPU time of indexing and searching. RANKING changes settings of `search.ranking`, as JSON: '{"feedbackWeight": 0}'.
 */

type Doc = { id: string; title?: string; text: string };
type Query = { id: string; text: string };

const folder = process.argv[2];
if (!folder || !existsSync(join(folder, 'qrels.tsv'))) {
  process.stderr.write(`no collection found in ${folder ?? '(no folder given)'}: nothing was measured\n`);
  process.exit(1);
}

const lines = (name: string) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
const jsonLines = <T>(name: string) => lines(name).map((line) => JSON.parse(line) as T);
const { lang } = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8')) as { lang: string };
const languages = process.argv[3]?.split(',') ?? [lang];
const ranking: RankingOptions = { ...DEFAULT_RANKING, ...JSON.parse(process.argv[4] ?? '{}') };

const docs = jsonLines<Doc>('docs.jsonl');
const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
const started = process.cpuUsage();
for (let i = 0; i < docs.length; i += 45) await index.write('bench', docs.slice(i, i + 45).map(changeOf));
const indexCpu = process.cpuUsage(started);

const relevant = new Map<string, Set<string>>();
for (const line of lines('qrels.tsv')) {
  const [query = '', doc = ''] = line.split('\t');
  relevant.set(query, (relevant.get(query) ?? new Set()).add(doc));
}

const sums = { ndcg10: 0, map: 0, recall100: 0 };
const queries = jsonLines<Query>('queries.jsonl').filter(({ id }) => relevant.has(id));
const searchStart = process.cpuUsage();
for (const { id, text } of queries) {
  const answer = await search({ crawl: 'bench', q: text, size: 100 }, { index }, { languages, ranking });
  const wanted = relevant.get(id)!;
  const ranks = answer.hits.flatMap((hit, rank) => (wanted.has(hit.id) ? [rank] : []));
  sums.ndcg10 += gain(ranks.filter((rank) => rank < 10)) / gain([...Array(Math.min(10, wanted.size)).keys()]);
  sums.map += ranks.reduce((sum, rank, i) => sum + (i + 1) / (rank + 1), 0) / wanted.size;
  sums.recall100 += ranks.length / wanted.size;
}
const searchCpu = process.cpuUsage(searchStart);

const mean = (sum: number) => Number((sum / queries.length).toFixed(4));
const each = (cpu: NodeJS.CpuUsage, n: number) => Number(((cpu.user + cpu.system) / 1000 / n).toFixed(3));
process.stdout.write(
  `${JSON.stringify({
    questions: queries.length,
    ndcg10: mean(sums.ndcg10),
    map100: mean(sums.map),
    recall100: mean(sums.recall100),
    cpuMsADocument: each(indexCpu, docs.length),
    cpuMsAQuestion: each(searchCpu, queries.length),
  })}\n`,
);

function changeOf(doc: Doc): RecordChange {
  const url = `http://bench.example/${encodeURIComponent(doc.id)}`;
  const record = {
    ...{ id: doc.id, url, urls: { [url]: 1 }, title: doc.title ?? '', headings: [], text: doc.text, description: '' },
    ...{
      keywords: [],
      author: null,
      date: null,
      language: lang,
      type: 'html' as const,
      host: 'bench.example',
      fetchedAt: 1,
    },
    ...{ verdict: 'relevant', score: 1, classes: [], capture: { key: '', offset: 0, length: 0 } },
  };
  return { kind: 'seen', id: doc.id, url, at: 1, record };
}

function gain(ranks: number[]): number {
  return ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0);
}
