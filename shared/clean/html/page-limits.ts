/** What a page may have; what is beyond is passed over. */
export type PageLimits = {
  /** Elements within each other. */
  maxDepth: number;
  /** Tags and texts. */
  maxNodes: number;
  /** Attributes of a tag. */
  maxAttributes: number;
  /** Pictures, films and sounds that are listed. */
  maxMedia: number;
};

export const DEFAULT_PAGE_LIMITS: PageLimits = {
  maxDepth: 512,
  maxNodes: 5_000_000,
  maxAttributes: 100_000,
  maxMedia: 0,
};
