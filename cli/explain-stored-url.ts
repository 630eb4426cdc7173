import { readVerdicts } from '../shared/classify/judgements/judgement-store.ts';
import type { ExplainedUrl } from '../shared/classify/review/topic-explanation.ts';
import { explainUrl } from '../shared/settings/explain/explain-url.ts';
import { loadStoredSettings } from './run/crawl-settings.ts';
import type { Stores } from './run/wiring.ts';

/** Returns a function that explains what happened to a URL in a crawl of a folder, by the crawl's stored settings. */
export const explainStoredUrl =
  (stores: Stores) =>
  async (crawl: string, url: string): Promise<ExplainedUrl> => {
    const { settings } = await loadStoredSettings(crawl, stores);
    return explainUrl(url, settings, { ...stores, verdicts: await readVerdicts(crawl, stores.objects) });
  };
