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
  const prefix = uniqueTestName('test');
  const inner = openSearchIndex(client, prefix, analyzeToString);
  const crawls = new Set<string>();
  const index: SearchIndex = {
    ...inner,
    write(crawl, changes) {
      crawls.add(crawl);
      return inner.write(crawl, changes);
    },
  };
  const remove = async () => {
    for (const crawl of crawls)
      await client.indices.delete({ index: firstSearchIndex(prefix, crawl) }, { ignore: [404] });
    await client.indices.deleteIndexTemplate({ name: prefix }, { ignore: [404] });
  };
  return { index, prefix, remove };
}
