import { type Client, errors } from '@opensearch-project/opensearch';
import type { NewIndex } from '../../ports/reindex.ts';
import { newSearchIndex, searchAlias, searchIndexAt } from '../../text/search-names.ts';
import { asUnavailable, errorTypeOf } from './opensearch-away.ts';
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
  return {
    open: (crawl, at, make) =>
      withUnavailableErrors(async () => {
        const index = newSearchIndex(prefix, crawl, at);
        if (isOutdated(await behind(client, searchAlias(prefix, crawl)), index)) return drop(client, index);
        if (make) await makeIndex(client, prefix, index);
        return make || isThere(client, index);
      }),

    write: (crawl, at, changes) =>
      withUnavailableErrors(async () => {
        if (changes.length > 0) await writeBulk(client, newSearchIndex(prefix, crawl, at), changes, analyze, true);
      }),

    move: (crawl, at) =>
      withUnavailableErrors(async () => {
        // Whoever writes the first record of a crawl makes the alias, also now: it must be there before it is moved.
        await ensureIndex(client, prefix, crawl);
        const [alias, index] = [searchAlias(prefix, crawl), newSearchIndex(prefix, crawl, at)];
        const names = await behind(client, alias);
        if (isOutdated(names, index)) return drop(client, index);
        if (!(await isThere(client, index))) return false;
        const before = names.filter((name) => name !== index);
        // In one step: the alias never stands for none, and never for both. It fails where another has moved the alias since.
        const actions = [{ add: { index, alias } }, ...before.map((name) => ({ remove_index: { index: name } }))];
        await client.indices.updateAliases({ body: { actions } });
        return true;
      }),
  };
}

/** Whether the crawl has the index of a later reindexing: then this one is a late copy, or was overtaken. */
const isOutdated = (behind: string[], index: string): boolean =>
  !behind.includes(index) && behind.some((name) => searchIndexAt(name) > searchIndexAt(index));

/** @returns the indexes that an alias leads to; none: there is no such alias. */
async function behind(client: Client, alias: string): Promise<string[]> {
  try {
    return Object.keys((await client.indices.getAlias({ name: alias })).body);
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === 404) return [];
    throw error;
  }
}

const isThere = async (client: Client, index: string): Promise<boolean> =>
  (await client.indices.exists({ index })).statusCode !== 404;

/** Takes an outdated index away, which nobody sees: a writer that did not know yet may have made it once more. */
async function drop(client: Client, index: string): Promise<false> {
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
