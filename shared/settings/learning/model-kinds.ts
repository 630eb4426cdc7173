/** What a crawl learns about its links, by its strategy. */
import type { RankingModel } from '../../fetch/visit-options.ts';
import type { CindiModel } from '../../focus/cindi/cindi-model.ts';
import { linkModels, type ModelKind, type SharedModel } from '../../frontier/ranking/shared-model.ts';
import { STRATEGIES } from '../../frontier/strategy.ts';
import type { Objects } from '../../ports/objects.ts';
import { learnsLinks } from '../frontier-options.ts';
import type { Settings } from '../settings.ts';
import { loadLinkStart } from './load-link-start.ts';

/** A model that visits rank URLs by. */
export type VisitModel = RankingModel & SharedModel;

/** Returns how visits read what the crawl has learned; undefined: it does not learn. */
export async function loadModelKind(
  settings: Settings,
  objects: Pick<Objects, 'get'>,
): Promise<ModelKind<VisitModel> | undefined> {
  if (!learnsLinks(settings)) return undefined;
  return learnsByCindi(settings) ? loadCindiModels(settings) : linkModels(await loadLinkStart(settings, objects));
}

/** Whether the crawl has the strategy `cindi`, and not the link model. */
export function learnsByCindi({ strategy }: Settings): boolean {
  return STRATEGIES[strategy].learns === 'cindi';
}

/** Loads the kind of the strategy `cindi`. Its stemmers would double the start of functions that do not learn by it. */
export async function loadCindiModels(settings: Settings): Promise<ModelKind<CindiModel>> {
  const { cindiModels } = await import('./cindi-models.ts');
  return cindiModels(settings);
}
