/*
 * Names of indices and aliases in a search engine that several stacks can share. A prefix has no `_`, and the name of a crawl
 * starts with a letter or digit (`shared/settings/settings.ts`). So the first `_` of a name ends the prefix, and no alias of a
 * crawl can equal an index or alias of another crawl or stack. None of these characters is encoded in a path or special in a
 * policy.
 */

/** Alias that readers and writers of a crawl use. */
export const searchAlias = (prefix: string, crawl: string): string => `${prefix}_${crawl}`;

/** Index that the first write of a crawl creates. */
export const firstSearchIndex = (prefix: string, crawl: string): string => `${prefix}__${crawl}_000001`;

/** Index that replaces the previous one when a crawl is reindexed at this time (epoch milliseconds). */
export const newSearchIndex = (prefix: string, crawl: string, at: number): string => `${prefix}__${crawl}_${at}`;

/** Returns the creation time in the name of an index, in epoch milliseconds; 0 for a name without one. */
export const searchIndexAt = (index: string): number => Number(/_(\d{1,15})$/.exec(index)?.[1] ?? 0);

/** Pattern of all aliases and indices of a prefix, for templates and permissions. */
export const allSearchNames = (prefix: string): string => `${prefix}_*`;

/** @throws if the prefix has invalid characters. */
export function checkSearchPrefix(prefix: string): void {
  if (!/^[a-z][a-z0-9-]*$/.test(prefix)) {
    throw new Error(
      `invalid index prefix "${prefix}": only lower-case letters, digits and hyphens, starting with a letter`,
    );
  }
}
