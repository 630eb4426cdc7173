import { type Client, errors } from '@opensearch-project/opensearch';
import { INDEX_BODY } from './opensearch-document.ts';

/** Of two templates for one name the engine wants to know which counts: of two prefixes that begin alike the longer. */
const PRIORITY = 100;

/**
 * Makes what the first write of a crawl needs: the template of all indices of this prefix, so that one that is made by hand
 * to take the place of another has the same fields, and the first index with its alias. Readers and writers know the alias
 * alone. Many may come at once, and where the alias is there already, whatever it points to, nothing is made.
 */
export async function ensureIndex(client: Client, prefix: string, alias: string): Promise<void> {
  const found = await client.indices.exists({ index: alias });
  if (found.statusCode !== 404) return;
  await client.indices.putIndexTemplate({
    name: prefix,
    body: { index_patterns: [`${prefix}-*`], priority: PRIORITY + prefix.length, template: INDEX_BODY } as object,
  });
  try {
    await client.indices.create({ index: `${alias}-000001`, body: { aliases: { [alias]: {} } } });
  } catch (error) {
    if (!isError(error, 'resource_already_exists_exception')) throw error;
  }
}

const isError = (error: unknown, type: string) =>
  error instanceof errors.ResponseError &&
  (error.body as { error?: { type?: string } } | undefined)?.error?.type === type;
