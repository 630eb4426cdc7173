/**
 * Repeats tables 10 to 14 and figures 17 to 21 of R. Chen, An enhanced web robot for the CINDI system (2008) on stored graphs:
 * `node bench/cindi/tables.ts --webkb FILE --wiki FILE [--only classifiers|crawls] [--topics LABEL,…] [--pages N]`. docs/cindi.md has the results.
 *
 * Lines of a graph are those of `thresher simulate`, also as `.gz`. In the first, `site: "misc"` marks training pages; in the second, `role: "train"`.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { compareClassifiers } from './compare-classifiers.ts';
import { compareCrawls } from './compare-crawls.ts';
import { listStopDirectories } from './list-stop-directories.ts';
import { readGraphFile } from './read-graph.ts';

const { values } = parseArgs({
  options: {
    webkb: { type: 'string' },
    wiki: { type: 'string' },
    only: { type: 'string' },
    /** Labels of the topics. Absent: all that the tables are made for. */
    topics: { type: 'string' },
    /** Counted pages of a crawl. */
    pages: { type: 'string', default: '1000' },
  },
});
const topicsOf = (all: readonly string[]) => values.topics?.split(',') ?? all;
const print = (line: string) => void process.stdout.write(`${line}\n`);

if (values.webkb) {
  const lines = readGraphFile(values.webkb, ({ site }) => site === 'misc');
  if (values.only !== 'crawls') compareClassifiers(lines, topicsOf(['faculty', 'student']), print);
  const topics = topicsOf(['course', 'faculty', 'student']);
  listStopDirectories(lines, topics, print);
  const homes = ['http://www.cs.washington.edu/', 'http://www.cs.utexas.edu/'];
  if (values.only !== 'classifiers')
    await compareCrawls('universities', lines, { topics, far: homes, pages: Number(values.pages) }, print);
}
if (values.wiki && values.only !== 'classifiers') {
  const lines = readGraphFile(values.wiki, ({ role }) => role === 'train');
  const topics = topicsOf(['birds', 'elements', 'food', 'religion']);
  await compareCrawls('encyclopaedia', lines, { topics, pages: Number(values.pages) }, print);
}
