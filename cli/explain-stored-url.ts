import { readVerdicts } from '../shared/classify/judgements/judgement-store.ts';
import type { ExplainedUrl } from '../shared/classify/review/topic-explanation.ts';
import { explainUrl } from '../shared/settings/explain/explain-url.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { filterName } from '../shared/settings/topic/filters.ts';
import { loadStoredSettings } from './run/crawl-settings.ts';
import type { Stores } from './run/wiring.ts';

/** Returns a function that explains what happened to a URL in a crawl of a folder, by the crawl's stored settings. */
export const explainStoredUrl =
  (stores: Stores) =>
  async (crawl: string, url: string): Promise<ExplainedUrl> => {
    const { settings } = await loadStoredSettings(crawl, stores);
    return explainUrl(url, settings, { ...stores, verdicts: await readVerdicts(crawl, stores.objects) });
  };

/**
 * Time after which an explanation for a visitor reads no further objects: a URL that the crawl never accepted takes up to 200, and the
 * thread answers no search meanwhile. Milliseconds.
 */
const VISITOR_MS = 2_000;

/**
 * Returns the same function for visitors of public pages: it takes a few seconds at most, and names the files of topic filters without
 * the folders of the machine. Messages of converters and plug-ins may name such folders, so it has no step `clean`.
 */
export const explainToVisitors =
  (stores: Stores) =>
  async (crawl: string, url: string): Promise<Pick<ExplainedUrl, 'url' | 'state' | 'steps'>> => {
    const { settings } = await loadStoredSettings(crawl, stores);
    const until = stores.clock.now() + VISITOR_MS;
    const verdicts = await readVerdicts(crawl, stores.objects);
    const ports = { ...stores, verdicts, hasTime: () => stores.clock.now() < until };
    const { steps, ...explained } = await explainUrl(url, settings, ports);
    return {
      ...{ url: explained.url, state: explained.state },
      steps: steps
        .filter(({ step }) => step !== 'clean')
        .map((step) =>
          TOPIC_STEPS.has(step.step) ? { ...step, detail: withoutFolders(step.detail, settings) } : step,
        ),
    };
  };

/** Steps that name the files of topic filters. */
const TOPIC_STEPS: ReadonlySet<string> = new Set(['topic', 'filter', 'links']);

/** Replaces the paths of the files that the topic filters were read from by their names. */
function withoutFolders(text: string, { topic }: Pick<Settings, 'topic'>): string {
  const paths = topic.filters.map(filterName).sort((a, b) => b.length - a.length);
  return paths.reduce((rest, path) => rest.replaceAll(path, () => path.slice(path.search(/[^/\\]*$/))), text);
}
