import { reachedCrawlLimit } from '../../frontier/dispatch/limit.ts';
import { type ExplainedStep, explainStep } from '../../frontier/explain/explain-step.ts';
import { createBundleCache, createBundleReader } from '../../frontier/host/bundle-reader.ts';
import { parseManifest } from '../../frontier/host/manifest.ts';
import { readUnlocked } from '../../frontier/host/read-entries.ts';
import { openTemplateCounts } from '../../frontier/host/templates.ts';
import type { Control } from '../../ports/control.ts';
import type { Frontier, Head } from '../../ports/frontier.ts';
import { formatCount, formatNoun } from '../../text/format-count.ts';
import { domainLimitOf } from '../../url/domain-limit.ts';
import { REASONS, type Reason } from '../../url/reason.ts';
import { hostOf, type Url } from '../../url/url.ts';
import type { Settings } from '../settings.ts';

/**
 * Explains the budgets that apply to a URL: those of the crawl, its domain, its host and its template.
 *
 * @param head head of the host, or `undefined` if the host is unknown.
 */
export async function budgetSteps(
  url: Url,
  settings: Settings,
  {
    control,
    head,
    frontier,
    now,
  }: { control: Control; head: Head | undefined; frontier: Frontier; now: number | undefined },
): Promise<ExplainedStep[]> {
  const crawlSteps = now === undefined ? [] : crawlStep(settings, control, now);
  const domainSteps = await domainStep(url, settings, head, frontier);
  if (!head) return [...crawlSteps, ...domainSteps];
  const { maxPagesPerHost, maxPagesPerTemplate } = settings.limits;
  const refs = parseManifest(head.manifest);
  const accepted = refs.reduce((sum, ref) => sum + (ref.kind === 's' ? ref.count : 0), 0);
  const steps = [...crawlSteps, ...domainSteps];
  if (maxPagesPerHost !== null)
    steps.push(
      limitStep(
        'host-budget',
        `${formatCount(accepted)} of ${formatNoun(maxPagesPerHost, 'page')} of the host`,
        accepted >= maxPagesPerHost,
      ),
    );
  if (maxPagesPerTemplate === null) return steps;
  const templates = await readUnlocked(head, frontier, (current) =>
    openTemplateCounts(
      parseManifest(current.manifest),
      createBundleReader(current, frontier, createBundleCache(0)),
      maxPagesPerTemplate,
    ),
  );
  const template = templates?.usage(url);
  if (!template) return steps;
  const { text, had, most } = template;
  return [
    ...steps,
    limitStep(
      'template-budget',
      `${formatCount(had)} of ${formatNoun(Math.ceil(most), 'URL')} like ${text}`,
      had >= most,
    ),
  ];
}

/**
 * Returns the number of hosts of the domain of a URL, if there are any. A host that the crawl knows stays, whatever the number.
 *
 * @param head head of the host, or `undefined` if the host is unknown
 */
export async function domainStep(
  url: Url,
  { crawl, limits: { maxHostsPerDomain } }: Settings,
  head: Head | undefined,
  frontier: Frontier,
): Promise<ExplainedStep[]> {
  const limit = domainLimitOf(hostOf(url), maxHostsPerDomain);
  const hosts = limit ? await frontier.countHosts(crawl, limit.domain) : 0;
  if (!limit || hosts === 0) return [];
  const usage = `${formatCount(hosts)} of ${formatNoun(limit.maxHosts, 'host')} of ${limit.domain}`;
  return [limitStep('domain-budget', usage, head === undefined && hosts >= limit.maxHosts)];
}

function crawlStep(settings: Settings, control: Control, now: number): ExplainedStep[] {
  const limit = reachedCrawlLimit(settings, control, now);
  if (limit !== undefined) return [explainStep('budget', 'spent', `the crawl has reached its limit of ${limit}`)];
  const { pages } = settings.limits;
  return pages === null
    ? []
    : [
        explainStep(
          'budget',
          'within',
          `${formatCount(control.counts['pages'] ?? 0)} of ${formatNoun(pages, 'page')} of the crawl`,
        ),
      ];
}

function limitStep(reason: Reason, usage: string, isSpent: boolean): ExplainedStep {
  if (!isSpent) return explainStep('budget', 'within', usage);
  return explainStep('budget', 'spent', `${usage}: ${REASONS[reason]}`, { reason });
}
