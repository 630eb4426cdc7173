import * as z from 'zod';
import { CINDI_RULES, type CindiRules } from '../../focus/cindi/cindi-rules.ts';
import type { Strategy } from '../../frontier/strategy.ts';
import type { Fault } from '../faults.ts';

const { statistics: STATISTICS, ...RULES } = CINDI_RULES;

/** Settings of the strategy `cindi`. The defaults are the values of the thesis. */
export const CindiSchema = z
  .strictObject({
    contextGraph: z
      .boolean()
      .default(RULES.contextGraph)
      .describe('Follow off-topic pages that lead to relevant ones (Layer 2). `false`: drop links of off-topic pages.'),
    anchorLists: z
      .boolean()
      .default(RULES.anchorLists)
      .describe('Drop links by their text: the pruning list for Layer 1, the extracting list for Layer 2.'),
    urlInspection: z
      .boolean()
      .default(RULES.urlInspection)
      .describe('Decide by URLs, stop directories and the rates of sites and directories.'),
    tunnelling: z
      .enum(['meant', 'printed', 'off'])
      .default(RULES.tunnelling)
      .describe(
        'How Layer 2 is accepted while no link of the high queue waits. `meant`: log P(in) > log P(out) / `biasFactor`. `printed`: log P(in) > `biasFactor` · log P(out), which is stricter than without tunnelling.',
      ),
    biasFactor: share().default(RULES.biasFactor).describe('γ of the tunnelling rule. 1: no change of Layer 2.'),
    sitesToEndTunnelling: count()
      .default(RULES.sitesToEndTunnelling)
      .describe('Number of new sites with a relevant page that ends tunnelling.'),
    stopDirectorySites: count()
      .default(STATISTICS.stopDirectorySites)
      .describe('A directory name without a relevant page on more sites than this is a stop directory.'),
    sitePages: count()
      .default(STATISTICS.sitePages)
      .describe('Number of pages of a site before it can be dropped because of `minRelevancyRate`.'),
    siteStep: count()
      .default(STATISTICS.siteStep)
      .describe('Number of pages of a site between two decisions about it.'),
    directoryPages: count()
      .default(STATISTICS.directoryPages)
      .describe('Number of pages of a directory or site before its pages are left out of revisits.'),
    minRelevancyRate: share()
      .default(STATISTICS.minRelevancyRate)
      .describe(
        'Minimum page relevancy rate (PRR): relevant pages / visited pages. A site below it is dropped. A directory or site below it is not revisited.',
      ),
    minDownloadRate: share()
      .default(STATISTICS.minDownloadRate)
      .describe(
        'Minimum document download rate (DDR): links to documents / visited pages. A directory or site below it is not revisited. Needs a `documents` filter.',
      ),
    minAcceptedRate: share()
      .default(STATISTICS.minAcceptedRate)
      .describe(
        'Minimum accepted document rate (ADR): accepted documents / fetched documents. A directory or site below it is not revisited. Needs a `documents` filter.',
      ),
    bayesRelevantPages: count()
      .default(5_000)
      .describe(
        'Number of relevant pages from which a model with `retrainPages` is trained again as weighted naive Bayes. Before, it keeps its algorithm, such as `rbf`.',
      ),
    bayesOtherPages: count().default(10_000).describe('Number of other pages that naive Bayes needs, too.'),
  })
  .prefault({})
  .describe('Rules of `strategy: cindi`. Other strategies do not read them.');

type CindiSettings = { cindi: z.output<typeof CindiSchema>; limits: { maxPathDepth: number } };

/** Returns the rules of the strategy `cindi`. */
export function cindiRulesOf({ cindi, limits }: CindiSettings): CindiRules {
  const { bayesRelevantPages: _, bayesOtherPages: __, ...inRules } = cindi;
  const { contextGraph, anchorLists, urlInspection, tunnelling, biasFactor, sitesToEndTunnelling, ...statistics } =
    inRules;
  const maxPathLevels = limits.maxPathDepth;
  const rules = { contextGraph, anchorLists, urlInspection, tunnelling, biasFactor, sitesToEndTunnelling };
  return { ...rules, maxPathLevels, statistics };
}

/** The rules need verdicts: without a topic, every page is relevant. */
export function findCindiFaults({
  strategy,
  topic,
}: {
  strategy: Strategy;
  topic: { filters: readonly unknown[] };
}): Fault[] {
  if (strategy !== 'cindi' || topic.filters.length > 0) return [];
  return [{ path: ['strategy'], message: 'cindi needs topic.filters, or --topic FILE' }];
}

function share() {
  return z.number().min(0).max(1);
}

function count() {
  return z.int().min(1).max(1_000_000);
}
