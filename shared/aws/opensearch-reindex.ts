import type { Client } from '@opensearch-project/opensearch';
import type { NewIndex } from '../ports/reindex.ts';
import { newSearchIndex, searchAlias } from '../ports/search-names.ts';
import { toldAway } from './opensearch-away.ts';
import { writeBulk } from './opensearch-bulk.ts';
import { ensureIndex, makeIndex } from './opensearch-setup.ts';

/**
 * New indexes in OpenSearch, beside those behind the aliases of crawls. One whose reindexing was given up stays, and is seen by
 * nobody.
 *
 * @param analyze as of `openSearchIndex`.
 */
export function openSearchNewIndex(
  client: Client,
  prefix: string,
  analyze: (text: string, language: string) => string,
): NewIndex {
  const made = new Set<string>();

  /** Once for each index and process. @returns its name. */
  const ensured = async (crawl: string, at: number): Promise<string> => {
    const index = newSearchIndex(prefix, crawl, at);
    if (!made.has(index)) await makeIndex(client, prefix, index);
    made.add(index);
    return index;
  };

  return {
    async write(crawl, at, changes) {
      if (changes.length === 0) return;
      try {
        await writeBulk(client, await ensured(crawl, at), changes, analyze, true);
      } catch (error) {
        throw toldAway(error);
      }
    },

    async move(crawl, at) {
      try {
        // Whoever writes the first record of a crawl makes the alias, also now: it must be there before it is moved.
        await ensureIndex(client, prefix, crawl);
        const [alias, index] = [searchAlias(prefix, crawl), await ensured(crawl, at)];
        const { body } = await client.indices.getAlias({ name: alias });
        const before = Object.keys(body).filter((name) => name !== index);
        // In one step: the alias never stands for none, and never for both.
        const actions = [{ add: { index, alias } }, ...before.map((name) => ({ remove_index: { index: name } }))];
        await client.indices.updateAliases({ body: { actions } });
      } catch (error) {
        throw toldAway(error);
      }
    },
  };
}
