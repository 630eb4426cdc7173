import { linkStartOf } from '../../classify/link-start.ts';
import { createLinkModel, type LinkModel } from '../../focus/link-model.ts';
import type { Objects } from '../../ports/objects.ts';
import type { Settings } from '../settings.ts';
import { topicFiltersOf } from '../stage-options.ts';
import { loadModels } from '../topic-models.ts';

/** Returns a new copy of the link model that the crawl starts with. A topic model that cannot be read costs quality only. */
export async function loadLinkStart(settings: Settings, objects: Pick<Objects, 'get'>): Promise<LinkModel> {
  try {
    return linkStartOf(topicFiltersOf(await loadModels(settings, objects)));
  } catch {
    return createLinkModel();
  }
}
