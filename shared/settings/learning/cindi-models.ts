import {
  type CindiModel,
  createCindiModel,
  createRecentPages,
  decodeCindiModel,
} from '../../focus/cindi/cindi-model.ts';
import { DEFAULT_STEPS } from '../../focus/context-graph/crawl-layers.ts';
import type { ModelKind } from '../../frontier/ranking/shared-model.ts';
import type { Settings } from '../settings.ts';
import { cindiRulesOf } from './cindi.ts';

/** Number of judged pages whose links a process remembers for Layer 2, in about 20 MB. */
const MAX_RECENT_PAGES = 2_048;

/** The kind of the strategy `cindi`. Its models share the pages that the process remembers. */
export function cindiModels(settings: Settings): ModelKind<CindiModel> {
  const rules = cindiRulesOf(settings);
  const recent = createRecentPages(DEFAULT_STEPS, MAX_RECENT_PAGES);
  return { start: createCindiModel(rules, recent), decode: (bytes) => decodeCindiModel(bytes, rules, recent) };
}
