/*
 * Names in a search engine that several stacks may share. A prefix holds no `_`, and a crawl's name begins with a letter or a
 * digit (`shared/settings/settings.ts`): so the first `_` of a name ends the prefix, and no crawl, however it is called, has
 * an alias that is an index of another crawl or an alias of another stack. None of these signs is encoded in a path or means
 * anything in a policy.
 */

/** What readers and writers of a crawl know. */
export const searchAlias = (prefix: string, crawl: string): string => `${prefix}_${crawl}`;

/** The index that the first write of a crawl makes. */
export const firstSearchIndex = (prefix: string, crawl: string): string => `${prefix}__${crawl}_000001`;

/** The index that takes the place of the one before, made anew at this time (epoch ms). */
export const newSearchIndex = (prefix: string, crawl: string, at: number): string => `${prefix}__${crawl}_${at}`;

/** When an index was made anew, by its name; the first of a crawl, and one that somebody called otherwise, before all others. Epoch ms. */
export const searchIndexAt = (index: string): number => Number(/_(\d{1,15})$/.exec(index)?.[1] ?? 0);

/** All aliases and indices of a prefix, and nobody else's: for templates, and for rights. */
export const allSearchNames = (prefix: string): string => `${prefix}_*`;

/** @throws for a prefix that could be mistaken for the beginning of another one. */
export function checkSearchPrefix(prefix: string): void {
  if (!/^[a-z][a-z0-9-]*$/.test(prefix)) {
    throw new Error(
      `the prefix of a search engine's indices is "${prefix}": lower-case letters, digits and hyphens only`,
    );
  }
}
