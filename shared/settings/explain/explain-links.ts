/** Explains why the crawl never accepted a URL: the pages that link to it, and why they do not let the link be followed. */
import { rateByCindi } from '../../classify/links/cindi-links.ts';
import { findLinkingPages, type LinkingPage, type LinkingRules } from '../../classify/review/find-linking-pages.ts';
import { describeSample, type SamplePorts } from '../../classify/review/sample-objects.ts';
import { type ExplainedStep, explainStep } from '../../frontier/explain/explain-step.ts';
import { REASONS } from '../../url/reason.ts';
import type { Url } from '../../url/url.ts';
import { linkRulesOf } from '../frontier-options.ts';
import { learnsByCindi } from '../learning/model-kinds.ts';
import type { Settings } from '../settings.ts';
import { loadModels } from '../topic-models.ts';
import { loadCindiModel } from './explain-cindi.ts';
import { compileIfPossible } from './explain-topic.ts';

/** Maximum number of linking pages that a step names. */
const MAX_NAMED_PAGES = 5;

type LinkPorts = SamplePorts & { hasTime?: (() => boolean) | undefined };

/** @returns one step per reason for which links are not followed, or one that says that no page links to the URL */
export async function linkSteps(
  url: Url,
  settings: Settings,
  { hasTime, ...ports }: LinkPorts,
): Promise<ExplainedStep[]> {
  const judge = compileIfPossible(await loadModels(settings, ports.objects));
  if (typeof judge === 'string') return [explainStep('links', 'unknown', `stored pages are not searched: ${judge}`)];
  const rules: LinkingRules = { judge, links: linkRulesOf(settings) };
  if (learnsByCindi(settings)) {
    const { model } = await loadCindiModel(settings, ports.objects);
    rules.ratingOf = (document, judged, depth) => rateByCindi(document, judged, depth, judge, model);
  }
  const { pages, sample } = await findLinkingPages(settings.crawl, url, rules, ports, hasTime);
  const searched = `searched ${describeSample(sample)}`;
  if (pages.length === 0) return [explainStep('links', 'unknown', `no page found that links to it; ${searched}`)];
  const byReason = Map.groupBy(pages, ({ refused }) => refused);
  return [...byReason].map(([refused, list]) =>
    linkStep(refused, `${namePages(list)}; ${searched}`, byReason.size === 1 ? 'only on' : 'also on'),
  );
}

function linkStep(refused: LinkingPage['refused'], where: string, on: string): ExplainedStep {
  if (refused === null)
    return explainStep('links', 'followed', `${on} pages whose links the current topic and settings follow: ${where}`);
  if (refused === 'unnamed')
    return explainStep('links', 'left-out', `${on} pages whose extraction rule names other links to follow: ${where}`);
  if (refused === 'off-topic')
    return explainStep('links', 'refused', `${on} off-topic pages, whose links are not followed: ${where}`, {
      reason: refused,
    });
  return explainStep('links', 'refused', `${on} pages that do not pass it on (${REASONS[refused]}): ${where}`, {
    reason: refused,
  });
}

function namePages(pages: readonly LinkingPage[]): string {
  const named = pages.slice(0, MAX_NAMED_PAGES).map(({ url }) => url);
  return `${named.join(' ')}${pages.length > named.length ? ` and ${pages.length - named.length} more` : ''}`;
}
