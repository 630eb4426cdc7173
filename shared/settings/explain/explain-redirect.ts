import type { ExplainedStep } from '../../frontier/explain/explain-step.ts';
import type { Url } from '../../url/url.ts';
import type { Settings } from '../settings.ts';
import { ruleSteps } from './explain-rules.ts';

/**
 * Says in the step of a redirect that the rules refuse its target today. The limits that entries of sitemaps are exempt from do
 * not count, because the page may be such an entry.
 *
 * @param to target of the redirect. Absent: the page did not redirect.
 * @param depth links from the nearest seed to the page that redirects, which is also the depth of the target; absent if unknown
 */
export function judgeRedirect(
  steps: readonly ExplainedStep[],
  { to, depth }: { to?: Url | undefined; depth?: number | undefined },
  seeds: readonly Url[],
  settings: Settings,
): ExplainedStep[] {
  if (to === undefined) return [...steps];
  const judged = ruleSteps(to, seeds, settings, depth);
  const refusal = judged.find(({ decision }) => decision === 'refused');
  if (!refusal || judged.some(({ decision }) => decision === 'accepted')) return [...steps];
  const { decision, reason } = refusal;
  return steps.map((one) =>
    one.step === 'redirect' ? { ...one, decision, reason, detail: `${one.detail}: ${refusal.detail}` } : one,
  );
}
