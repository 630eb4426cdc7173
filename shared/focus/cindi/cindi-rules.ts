/** Rules of the strategy `cindi` (R. Chen, An enhanced web robot for the CINDI system, 2008). Shares are from 0 to 1. */
export type CindiRules = {
  /** Whether off-topic pages that lead to relevant ones are Layer 2. False: links of off-topic pages are dropped. */
  contextGraph: boolean;
  /** Whether the text of links decides: pruning list for Layer 1, extracting list for Layer 2. */
  anchorLists: boolean;
  /** Whether URLs and directory statistics decide: depth of the path, stop directories, sites without relevant pages. */
  urlInspection: boolean;
  /**
   * Reading of the rule that accepts Layer 2 while tunnelling. `printed`: log P(in) > γ · log P(out), which is stricter than without
   * tunnelling, because the logarithms are negative. `meant`: log P(in) > log P(out) / γ.
   */
  tunnelling: 'meant' | 'printed' | 'off';
  /** γ while tunnelling. */
  biasFactor: number;
  /** Number of new sites with a relevant page that ends tunnelling. */
  sitesToEndTunnelling: number;
  /** Maximum number of directories in a path. */
  maxPathLevels: number;
  statistics: StatisticsRules;
};

/** Thresholds of directory and host statistics. */
export type StatisticsRules = {
  /** A directory name without a relevant page on more sites than this is a stop directory. */
  stopDirectorySites: number;
  /** Number of pages of a site before it is judged, and the number of pages between judgements. */
  sitePages: number;
  siteStep: number;
  /** Number of pages of a directory or host before revisits may skip it. */
  directoryPages: number;
  /** Least page relevancy rate: relevant pages / visited pages. */
  minRelevancyRate: number;
  /** Least document download rate: documents found / visited pages. */
  minDownloadRate: number;
  /** Least accepted document rate: accepted documents / fetched documents. */
  minAcceptedRate: number;
};

/** The values of the thesis. It has none for `directoryPages`: 5 % of 20 pages are one page. */
export const CINDI_RULES: CindiRules = {
  contextGraph: true,
  anchorLists: true,
  urlInspection: true,
  tunnelling: 'meant',
  biasFactor: 0.75,
  sitesToEndTunnelling: 30,
  maxPathLevels: 7,
  statistics: {
    stopDirectorySites: 5,
    sitePages: 200,
    siteStep: 100,
    directoryPages: 20,
    minRelevancyRate: 0.05,
    minDownloadRate: 0.01,
    minAcceptedRate: 0.05,
  },
};
