import type { ClassifyOptions } from '../../classify/judge-lines.ts';
import type { LinkLearner } from '../../frontier/ranking/link-learner.ts';
import { linkModels, type ModelKind, type SharedModel } from '../../frontier/ranking/shared-model.ts';
import type { Objects } from '../../ports/objects.ts';
import { learnsLinks } from '../frontier-options.ts';
import type { Settings } from '../settings.ts';
import { loadLinkStart } from './load-link-start.ts';
import { learnsByCindi, loadCindiModels } from './model-kinds.ts';

/** What the classify stage learns with: at most one of both. */
export type Learning = Pick<ClassifyOptions, 'learner' | 'cindi'>;

/** @param open creates the learner for a kind of model */
export async function openLearning(
  settings: Settings,
  objects: Pick<Objects, 'get'>,
  open: <Model extends SharedModel>(kind: ModelKind<Model>) => LinkLearner<Model>,
): Promise<Learning> {
  if (!learnsLinks(settings)) return {};
  if (!learnsByCindi(settings)) return { learner: open(linkModels(await loadLinkStart(settings, objects))) };
  const hasDocumentFilter = settings.topic.filters.some((filter) => 'documents' in filter);
  return { cindi: { learner: open(await loadCindiModels(settings)), hasDocumentFilter } };
}

/** Returns the learner, or undefined if the crawl does not learn. */
export function learnerOf(learning: Learning | undefined): Pick<LinkLearner, 'share'> | undefined {
  return learning?.cindi?.learner ?? learning?.learner;
}
