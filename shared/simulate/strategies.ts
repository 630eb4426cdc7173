import { CINDI_RULES, type CindiRules } from '../focus/cindi/cindi-rules.ts';
import { decodeEvidence } from '../focus/link-evidence.ts';
import type { LinkModel } from '../focus/link-model.ts';
import { cindiOrder } from './cindi-order.ts';
import { contextGraphOrder } from './context-graph.ts';
import type { CrawlOrder, OrderContext } from './crawl-order.ts';
import { modelOrder } from './model-order.ts';
import { revisedContextGraphOrder } from './revised-context-graph.ts';

/**
 * What a strategy starts from. `createModel` returns a new copy of the link model, trained if there are training pages. `cindiRules`:
 * absent: those of the thesis.
 */
export type StrategyContext = OrderContext & { createModel(): LinkModel; cindiRules?: CindiRules | undefined };

/** `otherName`: another name that commands accept. */
type StrategyRow = { name: string; otherName?: string; summary: string; create(context: StrategyContext): CrawlOrder };

/** The crawl orders that can be simulated. A new one is a row. The oracle is no row: it knows the labels. */
export const SIMULATED_STRATEGIES: readonly StrategyRow[] = [
  { name: 'breadth-first', summary: 'in the order in which links are found', create: breadthFirst },
  { name: 'best-first', summary: 'by the relevance of the best linking page', create: bestFirst },
  { name: 'opic', summary: 'by the cash that linking pages pass on', create: opic },
  { name: 'context-graph', summary: 'by the layer of the linking page in a context graph', create: contextGraph },
  {
    name: 'revised-context-graph',
    summary: 'relevant pages first, then pages that lead to them',
    create: revisedContextGraphOrder,
  },
  {
    name: 'cindi',
    summary: "by CINDI's rules, which drop links",
    create: (context) => cindiOrder(context, context.cindiRules),
  },
  { name: 'cindi-printed', summary: 'the same with the tunnelling rule as printed', create: cindiAsPrinted },
  {
    name: 'focused',
    otherName: 'adaptive',
    summary: 'by the link model, which learns while it crawls',
    create: focused,
  },
];

/** Returns the strategy with a name or another name; undefined if there is none. */
export const strategyNamed = (wanted: string): StrategyRow | undefined =>
  SIMULATED_STRATEGIES.find(({ name, otherName }) => wanted === name || wanted === otherName);

function breadthFirst(): CrawlOrder {
  return { priorityOf: ({ foundAt }) => -foundAt };
}

function bestFirst(): CrawlOrder {
  return { priorityOf: ({ evidence }) => decodeEvidence(evidence).parents[0]?.relevance ?? 0 };
}

/** OPIC (Abiteboul, Preda, Cobena 2003): a page passes its cash to its links in equal parts. Each seed starts with 1. */
function opic({ graph }: StrategyContext): CrawlOrder {
  const cash = new Float64Array(graph.pages.length);
  return {
    rerankEvery: 1,
    priorityOf: ({ page }) => cash[page]!,
    observe({ page, isSeed }) {
      const { links } = graph.pages[page]!;
      const share = (cash[page]! + (isSeed ? 1 : 0)) / Math.max(links.length, 1);
      for (const { to } of links) cash[to] = cash[to]! + share;
    },
  };
}

/** Without training pages there are no layers: the relevance of a page stands in. */
function contextGraph({ graph, judge, worthOfLinks }: StrategyContext): CrawlOrder {
  return contextGraphOrder(graph, worthOfLinks ?? ((page) => judge(page).relevance));
}

function cindiAsPrinted(context: StrategyContext): CrawlOrder {
  return cindiOrder(context, { ...(context.cindiRules ?? CINDI_RULES), tunnelling: 'printed' });
}

function focused({ graph, createModel }: StrategyContext): CrawlOrder {
  return modelOrder(graph, createModel());
}
