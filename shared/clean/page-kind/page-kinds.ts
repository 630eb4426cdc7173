/** Kinds of pages that the trained model tells, in the order of its columns. */
export const PAGE_KINDS = ['article', 'collection', 'documentation', 'forum', 'listing', 'product', 'service'] as const;

/** Kind of a page by the trained model. */
export type PageKind = (typeof PAGE_KINDS)[number];
