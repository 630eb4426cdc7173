/** Kinds of pages that the trained model tells, in the order of its columns. */
export const PAGE_KINDS = ['article', 'collection', 'documentation', 'forum', 'listing', 'product', 'service'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];
