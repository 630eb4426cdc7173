import { DatabaseSync } from 'node:sqlite';
import { createSearchClient } from '../../shared/aws/opensearch/opensearch-client.ts';
import { openSearchIndex } from '../../shared/aws/opensearch/opensearch-index.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { start } from '../../test/services/engines/process.ts';
import { opensearchOf, REGION } from '../../test/services/engines/recipes.ts';

export const SEARCH_ENGINES = ['sqlite', 'opensearch'] as const;
export type SearchEngine = (typeof SEARCH_ENGINES)[number];

export type OpenedEngine = {
  /** Returns an empty index. @param name letters and hyphens; another one for each index */
  newIndex(name: string): SearchIndex;
  /** Makes all writes visible to searches. */
  settle(): Promise<void>;
  /** Stops the server, if there is one. */
  close(): Promise<void>;
};

/** Opens a search engine. OpenSearch is started on a free port, and its data is deleted when it is closed. */
export const openEngine = (name: SearchEngine): Promise<OpenedEngine> => OPENERS[name]();

export const sqliteInMemory = (): SearchIndex => sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);

/** Heap of OpenSearch. Searches of 100 records of 20,000 characters, one after the other, fill half a gigabyte with garbage. */
const HEAP_MB = 2_048;

const nothing = async () => {};

const OPENERS: Record<SearchEngine, () => Promise<OpenedEngine>> = {
  sqlite: async () => ({ newIndex: sqliteInMemory, settle: nothing, close: nothing }),
  opensearch: async () => {
    const server = await start('opensearch', opensearchOf(HEAP_MB));
    const client = createSearchClient({ endpoint: server.url, signing: 'none', region: REGION });
    return {
      newIndex: (name) => openSearchIndex(client, name, analyzeToString),
      settle: async () => void (await client.indices.refresh()),
      close: () => server.stop(),
    };
  },
};
