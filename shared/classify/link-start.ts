import { createLinkModel, decodeLinkModel, type LinkModel } from '../focus/link-model.ts';
import type { TopicFilter } from './filters/compile-filter.ts';
import { decodeModel } from './models/model-file.ts';

/**
 * Returns the link model that a crawl by these filters starts with: that of the first trained model that has one, otherwise one that
 * knows only the prior weights.
 *
 * @throws ModelFileError
 */
export function linkStartOf(filters: readonly TopicFilter[]): LinkModel {
  for (const filter of filters) {
    if (!('model' in filter)) continue;
    const { links } = decodeModel(filter.model, filter.file);
    const model = links === undefined ? undefined : decodeLinkModel(Buffer.from(links, 'base64'));
    if (model) return model;
  }
  return createLinkModel();
}
