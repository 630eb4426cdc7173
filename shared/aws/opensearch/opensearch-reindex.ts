import { type Client, errors } from '@opensearch-project/opensearch';
import type { NewIndex } from '../../ports/reindex.ts';
import type { Analyze } from '../../text/analysis/analyze.ts';
import { newSearchIndex, searchAlias, searchIndexAt } from '../../text/search-names.ts';
import { writeBulk } from './opensearch-bulk.ts';
import { asUnavailable, errorTypeOf } from './opensearch-errors.ts';
import { createIndex, ensureIndex } from './opensearch-setup.ts';

/**
 * New indices in OpenSearch, beside those behind the aliases of crawls. The index of an abandoned reindexing stays, invisible
 * to readers.
 *
 * @param analyze as for `openSearchIndex`
 */
export function openSearchNewIndex(client: Client, prefix: string, analyze: Analyze): NewIndex {
  return {
    open: (crawl, at, mayCreate) =>
      withUnavailableErrors(async () => {
        const index = newSearchIndex(prefix, crawl, at);
        if (isOutdated(await indicesBehind(client, searchAlias(prefix, crawl)), index))
          return deleteOutdated(client, index);
        if (mayCreate) await createIndex(client, prefix, index);
        return mayCreate || doesIndexExist(client, index);
      }),

    write: (crawl, at, changes) =>
      withUnavailableErrors(async () => {
        if (changes.length > 0)
          await writeBulk(client, newSearchIndex(prefix, crawl, at), changes, analyze, { isIndex: true });
      }),

    move: (crawl, at) =>
      withUnavailableErrors(async () => {
        // A concurrent first write of the crawl would create the alias: it must exist before it is moved.
        await ensureIndex(client, prefix, crawl);
        const [alias, index] = [searchAlias(prefix, crawl), newSearchIndex(prefix, crawl, at)];
        const names = await indicesBehind(client, alias);
        if (isOutdated(names, index)) return deleteOutdated(client, index);
        if (!(await doesIndexExist(client, index))) return false;
        const before = names.filter((name) => name !== index);
        // Atomic: the alias always stands for exactly one index. Fails if another process has moved the alias since.
        const actions = [{ add: { index, alias } }, ...before.map((name) => ({ remove_index: { index: name } }))];
        await client.indices.updateAliases({ body: { actions } });
        return true;
      }),
  };
}

/** Tells whether the crawl has the index of a later reindexing. */
const isOutdated = (current: string[], index: string): boolean =>
  !current.includes(index) && current.some((name) => searchIndexAt(name) > searchIndexAt(index));

/** Returns the indices behind an alias, or an empty list if there is no such alias. */
async function indicesBehind(client: Client, alias: string): Promise<string[]> {
  try {
    return Object.keys((await client.indices.getAlias({ name: alias })).body);
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === 404) return [];
    throw error;
  }
}

const doesIndexExist = async (client: Client, index: string): Promise<boolean> =>
  (await client.indices.exists({ index })).statusCode !== 404;

/** Deletes an outdated index. It exists if a writer that did not know yet has created it again. */
async function deleteOutdated(client: Client, index: string): Promise<false> {
  try {
    await client.indices.updateAliases({ body: { actions: [{ remove_index: { index } }] } });
  } catch (error) {
    if (errorTypeOf(error) !== 'index_not_found_exception') throw error;
  }
  return false;
}

async function withUnavailableErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asUnavailable(error);
  }
}
