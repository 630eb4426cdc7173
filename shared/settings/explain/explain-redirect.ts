import type { ExplainedStep } from '../../frontier/explain/explain-step.ts';
import type { Url } from '../../url/url.ts';
import type { Settings } from '../settings.ts';
import { ruleSteps } from './explain-rules.ts';

/**
 * Says in the step of a redirect that the rules, or the limit of hosts of its domain, refuse its target today. The limits that entries of
 * sitemaps are exempt from do not count, because the page may be such an entry.
 *
 * @param to target of the redirect. Absent: the page did not redirect.
 * @param budget budget of the domain of the target. Absent: it has no limit
 * @param depth links from the nearest seed to the page that redirects, which is also the depth of the target; absent if unknown
 */
export function judgeRedirect(
  steps: readonly ExplainedStep[],
  { to, depth, budget = [] }: { to?: Url | undefined; depth?: number | undefined; budget?: readonly ExplainedStep[] },
  seeds: readonly Url[],
  settings: Settings,
): ExplainedStep[] {
  if (to === undefined) return [...steps];
  const judged = ruleSteps(to, seeds, settings, depth);
  const isAccepted = judged.some(({ decision }) => decision === 'accepted');
  const byRules = isAccepted ? undefined : judged.find(({ decision }) => decision === 'refused');
  const refusal = byRules ?? budget.find(({ decision }) => decision === 'spent');
  if (!refusal) return [...steps];
  const { reason, detail } = refusal;
  return steps.map((one) =>
    one.step === 'redirect' ? { ...one, decision: 'refused', reason, detail: `${one.detail}: ${detail}` } : one,
  );
}
