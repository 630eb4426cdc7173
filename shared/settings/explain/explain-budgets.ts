import { limitOf } from '../../frontier/dispatch/limit.ts';
import { type ExplainedStep, told } from '../../frontier/explain/explain-step.ts';
import { bundleCache, bundleReader } from '../../frontier/host/bundle-reader.ts';
import { parseManifest } from '../../frontier/host/manifest.ts';
import { openTemplates } from '../../frontier/host/templates.ts';
import type { Control } from '../../ports/control.ts';
import type { Frontier, Head } from '../../ports/frontier.ts';
import { REASONS, type Reason } from '../../url/reason.ts';
import type { Url } from '../../url/url.ts';
import type { Settings } from '../settings.ts';

/** What the crawl, the host and the template of an address may still have. @param head absent: the host is not known. */
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
  const ofCrawl = now === undefined ? [] : crawlStep(settings, control, now);
  if (!head) return ofCrawl;
  const { maxPagesPerHost, maxPagesPerTemplate } = settings.limits;
  const refs = parseManifest(head.manifest);
  const taken = refs.reduce((sum, ref) => sum + (ref.kind === 's' ? ref.count : 0), 0);
  const steps = [...ofCrawl];
  if (maxPagesPerHost !== null)
    steps.push(room('host-budget', `${taken} of ${maxPagesPerHost} of the host`, taken >= maxPagesPerHost));
  if (maxPagesPerTemplate === null) return steps;
  const templates = await openTemplates(refs, bundleReader(head, frontier, bundleCache(0)), maxPagesPerTemplate);
  const template = templates.room(url);
  if (!template) return steps;
  const { text, had, most } = template;
  return [...steps, room('template-budget', `${had} of ${Math.ceil(most)} like ${text}`, had >= most)];
}

function crawlStep(settings: Settings, control: Control, now: number): ExplainedStep[] {
  const limit = limitOf(settings, control, now);
  if (limit !== undefined) return [told('budget', 'spent', `the crawl has reached its limit of ${limit}`)];
  const { pages } = settings.limits;
  return pages === null
    ? []
    : [told('budget', 'within', `${control.counts['pages'] ?? 0} of ${pages} pages of the crawl`)];
}

function room(reason: Reason, had: string, isSpent: boolean): ExplainedStep {
  return isSpent ? told('budget', 'spent', `${had}: ${REASONS[reason]}`, { reason }) : told('budget', 'within', had);
}
