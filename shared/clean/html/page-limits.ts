/** Limits of what the parser reads of a page. It ignores everything beyond them. */
export type PageLimits = {
  /** Maximum depth of nested elements. */
  maxDepth: number;
  /** Maximum number of tags and texts. */
  maxNodes: number;
  /** Maximum number of attributes of a tag. */
  maxAttributes: number;
  /** Maximum number of images, videos and audio files that are listed. */
  maxMedia: number;
};

export const DEFAULT_PAGE_LIMITS: PageLimits = {
  maxDepth: 512,
  maxNodes: 5_000_000,
  maxAttributes: 100_000,
  maxMedia: 0,
};
