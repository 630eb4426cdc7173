/**
 * How long readers may rely on it that an index knows removed records (`SearchIndex.changedRecords`), in days. One that comes later may
 * have records whose removal is forgotten. The engines keep removals at least as long.
 */
export const REMOVALS_KNOWN_DAYS = 35;
