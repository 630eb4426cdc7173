/** What a crawl learns about its links, by its strategy. */
import type { RankingModel } from '../../fetch/visit-options.ts';
import {
  type CindiModel,
  createCindiModel,
  createRecentPages,
  decodeCindiModel,
} from '../../focus/cindi/cindi-model.ts';
import { DEFAULT_STEPS } from '../../focus/context-graph/crawl-layers.ts';
import { linkModels, type ModelKind, type SharedModel } from '../../frontier/ranking/shared-model.ts';
import { STRATEGIES } from '../../frontier/strategy.ts';
import type { Objects } from '../../ports/objects.ts';
import { learnsLinks } from '../frontier-options.ts';
import type { Settings } from '../settings.ts';
import { cindiRulesOf } from './cindi.ts';
import { loadLinkStart } from './load-link-start.ts';

/** Number of judged pages whose links a process remembers for Layer 2, in about 20 MB. */
const MAX_RECENT_PAGES = 2_048;

/** A model that visits rank URLs by. */
export type VisitModel = RankingModel & SharedModel;

/** Returns how visits read what the crawl has learned; undefined: it does not learn. */
export async function loadModelKind(
  settings: Settings,
  objects: Pick<Objects, 'get'>,
): Promise<ModelKind<VisitModel> | undefined> {
  if (!learnsLinks(settings)) return undefined;
  return learnsByCindi(settings) ? cindiModels(settings) : linkModels(await loadLinkStart(settings, objects));
}

/** Whether the crawl has the strategy `cindi`, and not the link model. */
export function learnsByCindi({ strategy }: Settings): boolean {
  return STRATEGIES[strategy].learns === 'cindi';
}

/** The kind of the strategy `cindi`. Its models share the pages that the process remembers. */
export function cindiModels(settings: Settings): ModelKind<CindiModel> {
  const rules = cindiRulesOf(settings);
  const recent = createRecentPages(DEFAULT_STEPS, MAX_RECENT_PAGES);
  return { start: createCindiModel(rules, recent), decode: (bytes) => decodeCindiModel(bytes, rules, recent) };
}
