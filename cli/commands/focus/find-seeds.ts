import type { Judge } from '../../../shared/classify/judge.ts';
import { loadCleanOptions } from '../../../shared/settings/load-clean-options.ts';
import type { SeedSetting } from '../../../shared/settings/seeds.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { compileTopic } from '../../../shared/settings/topic/compile-topic.ts';
import { command, DEFAULT_DIR, parseNumberOption, UsageError } from '../../command.ts';
import { checkSearchSecrets, pageNetworkOf } from '../../fetch/page-network.ts';
import { politeGet } from '../../fetch/polite-get.ts';
import { isCrawlFile } from '../../load-crawl.ts';
import { checkOutputFile } from '../../output/output-file.ts';
import { printable, type Terminal } from '../../output/terminal.ts';
import { openConverter } from '../../run/converter.ts';
import { loadForClean } from '../../run/plugins.ts';
import { checkSecrets } from '../../run/secrets.ts';
import { type FindFolder, loadFindSettings, openFindFolder } from '../../seeds/find/find-context.ts';
import { DEFAULT_LIMIT, DEFAULT_MIN_SCORE, FIND_OPTIONS, type FindOptions } from '../../seeds/find/find-options.ts';
import { findQueries, findSubject } from '../../seeds/find/find-queries.ts';
import { type FoundSeeds, findSeeds } from '../../seeds/find/find-seeds.ts';
import { fileSources } from '../../seeds/find/find-sources.ts';
import { checkPage } from '../../seeds/find/page-check.ts';
import { printFound } from '../../seeds/find/print-found.ts';
import { querySource } from '../../seeds/find/query-source.ts';

export const findSeedsCommand = command({
  name: 'find-seeds',
  usage: ['--topic FILE [SOURCE…] [--odp FILE] [--provider ENGINE [--query WORDS]] [-o FILE] [options]'],
  about: `Finds seeds for a topic. Candidates come from Open Directory dumps, from queries to search engines, and from other files that
\`thresher seed\` reads: lists with titles, or with --fetch any files. The topic scores each candidate by its title, its description and the
words of its category. The best ones are printed, or written to a file with -o. Without --query, the heaviest terms of the topic are the queries,
each in several forms.

Drops duplicates, URLs that the rules refuse (the reasons are printed), and URLs that the crawl knows already. Directories are read as
streams: memory depends on --limit only.`,
  options: FIND_OPTIONS,
  examples: [
    [
      'thresher find-seeds --topic plants.txt --odp content.rdf.u8.gz -o seeds.jsonl',
      'Find sites on the topic in a directory',
    ],
    [
      "thresher find-seeds --topic plants.txt --odp content.rdf.u8.gz --category botany --category 'Top/Science/**/Plants'",
      'Read only some categories',
    ],
    [
      "thresher find-seeds --topic crawl.yaml --provider searxng=https://searx.example/ --query 'peat bog' --query sundew",
      'Ask a search engine',
    ],
    [
      'thresher find-seeds --topic plants.txt --provider opensearch=https://search.example/opensearch.xml --fetch',
      'Send the terms of the topic as queries, and judge the pages',
    ],
  ],
  async run({ operands, options }, terminal) {
    const { topic } = options;
    if (topic === undefined) throw new UsageError('thresher find-seeds: no topic; give one with --topic FILE');
    const limit = parseNumberOption('limit', options.limit, 1) ?? DEFAULT_LIMIT;
    const minScore = parseNumberOption('min-score', options['min-score'], 0, false) ?? DEFAULT_MIN_SCORE;
    if (options.output !== undefined) await checkOutputFile(options.output, '-o');
    const settings = await loadSettings(topic, options, terminal);
    const judge = compileTopic(settings);
    if (!judge.focused) throw new UsageError(`--topic: ${topic}: has no topic`);
    const own = isCrawlFile(topic) ? settings.crawl : undefined;
    const folder = await openFindFolder(options.dir ?? DEFAULT_DIR, options.name, own);
    try {
      const sources = await loadSources(operands, options, settings, folder);
      const found = await search({ sources, settings, judge, folder, limits: { minScore, limit } }, options, terminal);
      return await printFound(found, options, terminal);
    } finally {
      folder.stores?.close();
    }
  },
});

function loadSettings(topic: string, options: FindOptions, terminal: Terminal): Promise<Settings> {
  const { exclude, include, delay, resolve } = options;
  const web = { 'user-agent': options['user-agent'], 'allow-private': options['allow-private'], delay, resolve };
  const flags = Object.entries({ exclude, include, ...web }).filter(([, value]) => value !== undefined);
  return loadFindSettings(topic, Object.fromEntries(flags), terminal.env);
}

/** @throws UsageError if there is no source */
async function loadSources(
  operands: string[],
  options: FindOptions,
  settings: Settings,
  { crawls }: FindFolder,
): Promise<SeedSetting[]> {
  const categories = findSubject(options.subject)?.categories ?? [];
  const sources: SeedSetting[] = await fileSources(operands, options, categories);
  if (options.provider)
    sources.push(querySource(await findQueries(options, settings), options.provider, options.first, settings, crawls));
  else if (options.query || options.queries)
    throw new UsageError('thresher find-seeds: give the search engine for the queries with --provider');
  if (sources.length > 0) return sources;
  throw new UsageError('thresher find-seeds: no source; give files, --odp FILE, or --provider ENGINE');
}

type Search = {
  sources: SeedSetting[];
  settings: Settings;
  judge: Judge;
  folder: FindFolder;
  limits: { minScore: number; limit: number };
};

async function search(
  { sources, settings, judge, folder, limits }: Search,
  options: FindOptions,
  terminal: Terminal,
): Promise<FoundSeeds> {
  if (options.fetch) checkSecrets(settings.fetch, [], process.env);
  else checkSearchSecrets(settings, sources);
  const web = politeGet(settings, terminal.interrupt, pageNetworkOf(settings));
  const converter = openConverter();
  try {
    const clean = options.fetch ? await loadCleanOptions(settings, loadForClean) : undefined;
    return await findSeeds(sources, settings, judge, limits, {
      get: web.get,
      index: folder.stores?.index,
      isKnown: folder.isKnown,
      check: clean && ((seed) => checkPage(seed, judge, { get: web.get, options: clean, converter })),
      interrupt: terminal.interrupt,
      log: (line) => terminal.err(printable(line)),
    });
  } finally {
    await Promise.all([web.close(), converter.close()]);
  }
}
