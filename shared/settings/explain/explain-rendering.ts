import type { KnownPage } from '../../frontier/explain/explain.ts';
import { type ExplainedStep, explainStep } from '../../frontier/explain/explain-step.ts';
import type { RenderNote } from '../../ports/renderer.ts';
import { formatNoun } from '../../text/format-count.ts';
import { compilePattern } from '../../url/pattern.ts';
import type { Url } from '../../url/url.ts';
import { rendersPages } from '../rendering.ts';
import type { Settings } from '../settings.ts';
import { formatRefusals } from './format-refusals.ts';

/** Verdicts of URLs that are no pages. */
const LISTS: ReadonlySet<string> = new Set(['sitemap', 'feed']);

/** Adds, behind the step of the fetch, whether the page was rendered and why. */
export function withRendering(
  steps: readonly ExplainedStep[],
  page: KnownPage | undefined,
  settings: Pick<Settings, 'rendering'>,
): ExplainedStep[] {
  const step = page && renderingStep(page, settings);
  if (!step) return [...steps];
  const i = steps.findLastIndex((one) => one.step === 'fetch') + 1;
  return [...steps.slice(0, i), step, ...steps.slice(i)];
}

function renderingStep(
  { url, outcome, verdict = '', rendering }: KnownPage,
  settings: Pick<Settings, 'rendering'>,
): ExplainedStep | undefined {
  if (rendering) return explainStep('render', rendering.result, describe(rendering));
  const isPage = (outcome === 'fetched' || outcome === 'unchanged') && !LISTS.has(verdict);
  if (!isPage || !rendersPages(settings.rendering)) return undefined;
  return explainStep('render', 'skipped', whyNot(url, settings));
}

function describe({ result, why, detail, requests = 0, refused = {}, isUnfinished }: RenderNote): string {
  const chosen =
    why === 'chosen'
      ? 'a pattern of rendering.pages chose it'
      : 'it had scripts and hardly any text (rendering.emptyPages)';
  if (result === 'refused')
    return `${chosen}, but as it was sent it asks not to be indexed or is unreadable, which rendering does not change`;
  return [
    ...(result === 'failed' ? [`${detail}; read as it was sent`] : []),
    chosen,
    `${formatNoun(requests, 'request')} sent for it`,
    ...formatRefusals(refused),
    ...(isUnfinished ? ['it was still loading after rendering.timeoutMs'] : []),
  ].join('; ');
}

function whyNot(url: Url, { rendering }: Pick<Settings, 'rendering'>): string {
  if (rendering.pages.some((pattern) => compilePattern(pattern)(url)))
    return 'rendering.pages chooses it, but it was no HTML page with a status from 200 to 299, or was fetched before it did';
  const cause = rendering.emptyPages
    ? ', and as it was sent it was no HTML page, had text or no scripts, or asked not to be indexed'
    : '';
  return `no pattern of rendering.pages chooses it${cause}`;
}
