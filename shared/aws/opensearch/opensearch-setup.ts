import type { Client } from '@opensearch-project/opensearch';
import { allSearchNames, firstSearchIndex, searchAlias } from '../../text/search-names.ts';
import { INDEX_BODY } from './opensearch-document.ts';
import { errorTypeOf } from './opensearch-errors.ts';

/** Priority of the index template: above templates that an operator made for all indices of the engine. */
const TEMPLATE_PRIORITY = 100;

/**
 * Creates what the first write of a crawl needs: the template for all indices of this prefix, so that a later index gets the
 * same fields, and the first index with its alias. Readers and writers only use the alias. Safe to run concurrently; if the
 * alias exists, whatever it points to, nothing is created.
 *
 * @returns whether the alias exists already
 */
export async function ensureIndex(client: Client, prefix: string, crawl: string): Promise<boolean> {
  const alias = searchAlias(prefix, crawl);
  const found = await client.indices.exists({ index: alias });
  if (found.statusCode !== 404) return true;
  await createIndex(client, prefix, firstSearchIndex(prefix, crawl), { aliases: { [alias]: {} } });
  return false;
}

/** Does the same before a run of writes, and gives an existing index the fields that came later and that writes need. */
export async function ensureWritable(client: Client, prefix: string, crawl: string): Promise<void> {
  if (!(await ensureIndex(client, prefix, crawl))) return;
  // OpenSearch Serverless takes PUT, but the client's own method sends POST.
  const { transport } = client;
  await transport.request({ method: 'PUT', path: `/${searchAlias(prefix, crawl)}/_mapping`, body: LATER_FIELDS });
}

/** Harvesters find what is written from now on. Other fields that came later need the index to be rebuilt. */
const LATER_FIELDS = { properties: { listedAt: { type: 'long' } } };

/** Creates an index with the current fields: updates the template first. An existing index stays as it is. */
export async function createIndex(client: Client, prefix: string, index: string, body: object = {}): Promise<void> {
  await client.indices.putIndexTemplate({
    name: prefix,
    body: { index_patterns: [allSearchNames(prefix)], priority: TEMPLATE_PRIORITY, template: INDEX_BODY } as object,
  });
  try {
    await client.indices.create({ index, body });
  } catch (error) {
    if (errorTypeOf(error) !== 'resource_already_exists_exception') throw error;
  }
}
