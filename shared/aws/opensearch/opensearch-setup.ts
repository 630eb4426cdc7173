import type { Client } from '@opensearch-project/opensearch';
import { allSearchNames, firstSearchIndex, searchAlias } from '../../text/search-names.ts';
import { errorTypeOf } from './opensearch-away.ts';
import { INDEX_BODY } from './opensearch-document.ts';

/** Above that of templates that somebody made for all indices of an engine. */
const PRIORITY = 100;

/**
 * Makes what the first write of a crawl needs: the template of all indices of this prefix, so that one that
 * takes the place of another has the same fields, and the first index with its alias. Readers and writers know the alias
 * alone. Many may come at once, and where the alias is there already, whatever it points to, nothing is made.
 */
export async function ensureIndex(client: Client, prefix: string, crawl: string): Promise<void> {
  const alias = searchAlias(prefix, crawl);
  const found = await client.indices.exists({ index: alias });
  if (found.statusCode !== 404) return;
  await makeIndex(client, prefix, firstSearchIndex(prefix, crawl), { aliases: { [alias]: {} } });
}

/** With the fields of now, also where the template was made before they were. One that is there stays as it is. */
export async function makeIndex(client: Client, prefix: string, index: string, body: object = {}): Promise<void> {
  await client.indices.putIndexTemplate({
    name: prefix,
    body: { index_patterns: [allSearchNames(prefix)], priority: PRIORITY, template: INDEX_BODY } as object,
  });
  try {
    await client.indices.create({ index, body });
  } catch (error) {
    if (errorTypeOf(error) !== 'resource_already_exists_exception') throw error;
  }
}
