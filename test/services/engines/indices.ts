import type { Client } from '@opensearch-project/opensearch';
import { openSearchIndex } from '../../../shared/aws/opensearch/opensearch-index.ts';
import type { SearchIndex } from '../../../shared/ports/search-index.ts';
import { analyzeToString } from '../../../shared/text/analysis/analyze.ts';
import { firstSearchIndex } from '../../../shared/text/search-names.ts';
import { uniqueTestName } from './engine.ts';

export type OwnIndex = {
  index: SearchIndex;
  prefix: string;
  /** Deletes the created indices and templates. */
  remove(): Promise<void>;
};

/** Opens a search index with a unique prefix, which records the crawls written to it. */
export function ownIndex(client: Client): OwnIndex {
  const { index, prefix, crawls } = openWith(client, uniqueTestName('test'));
  const remove = async () => {
    await deleteIndices(client, prefix, crawls);
    await client.indices.deleteIndexTemplate({ name: prefix }, { ignore: [404] });
  };
  return { index, prefix, remove };
}

/** Crawls whose indices an `IndexPool` keeps: those that most tests write to. */
const KEPT = ['main', 'other'];

/**
 * Search indices that one test after the other uses: the engine empties an index with a quarter of the CPU time that it takes to create
 * and delete one.
 */
export type IndexPool = {
  /**
   * Opens an index without records, although it may count words of deleted ones (`search-index.contract.ts`). `remove` empties it for the
   * next test.
   */
  open(): OwnIndex;
  close(): Promise<void>;
};

export type PooledEngine = {
  /** Used by the tests. */
  client: Client;
  /** Empties the indices: it may refresh and delete by query. */
  direct: Client;
  /** Waits until all writes are visible. */
  settle(): Promise<void>;
};

export function indexPool({ client, direct, settle }: PooledEngine): IndexPool {
  const unused: string[] = [];
  const all = new Set<string>();

  function open(): OwnIndex {
    const prefix = unused.pop() ?? uniqueTestName('test');
    all.add(prefix);
    const { index, crawls } = openWith(client, prefix);
    const remove = async () => {
      await settle();
      const kept = KEPT.filter((crawl) => crawls.delete(crawl)).map((crawl) => firstSearchIndex(prefix, crawl));
      await deleteIndices(direct, prefix, crawls);
      if (kept.length > 0) await deleteDocuments(direct, kept);
      unused.push(prefix);
    };
    return { index, prefix, remove };
  }

  async function close() {
    for (const prefix of all) {
      await deleteIndices(direct, prefix, KEPT);
      await direct.indices.deleteIndexTemplate({ name: prefix }, { ignore: [404] });
    }
  }
  return { open, close };
}

/** Opens a search index that records the crawls written to it. */
function openWith(client: Client, prefix: string): { index: SearchIndex; prefix: string; crawls: Set<string> } {
  const inner = openSearchIndex(client, prefix, analyzeToString);
  const crawls = new Set<string>();
  const index: SearchIndex = {
    ...inner,
    write(crawl, changes) {
      crawls.add(crawl);
      return inner.write(crawl, changes);
    },
  };
  return { index, prefix, crawls };
}

async function deleteIndices(client: Client, prefix: string, crawls: Iterable<string>): Promise<void> {
  for (const crawl of crawls)
    await client.indices.delete({ index: firstSearchIndex(prefix, crawl) }, { ignore: [404] });
}

async function deleteDocuments(client: Client, index: string[]): Promise<void> {
  await client.indices.refresh({ index });
  await client.deleteByQuery({ index, body: { query: { match_all: {} } }, refresh: true });
}
