import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { Control } from '../../shared/ports/control.ts';
import { type AlertCallPorts, evaluateUnderLock, SecretError } from '../alerts/evaluate-crawl-alerts.ts';
import { loadSettings } from '../crawl-cache.ts';
import { type AdminResponse, errorResponse } from './response.ts';

/**
 * Evaluates the alerts of a crawl once, as their schedule does.
 *
 * @param asked.dry sends nothing and stores nothing
 * @param asked.fromStart reports all records that match, also those that were reported before
 * @param withinMs time for the evaluation; the next one continues
 */
export async function alertsAction(
  { dry: isDry, fromStart }: { dry: boolean; fromStart: boolean },
  { crawl, settingsKey }: Control,
  ports: AlertCallPorts,
  withinMs: number,
): Promise<AdminResponse> {
  const settings = await loadSettings(ports.objects, settingsKey);
  if (settings.alerts.length === 0)
    return errorResponse(
      409,
      `crawl ${crawl} has no alerts; add them to its crawl.yaml (\`alerts:\`) and run \`thresher crawl\``,
    );
  try {
    const outcomes = await evaluateUnderLock(settings, ports, withinMs, { isDry, fromStart });
    if (!outcomes) return errorResponse(409, `the alerts of ${crawl} are being evaluated; try again in a few minutes`);
    const alerts = outcomes.map(({ failure, ...outcome }) => ({
      ...outcome,
      ...(failure && { failure: { message: failure.message, isUnreachable: failure.isUnreachable } }),
    }));
    const body: AdminAnswer<'alerts'> = { crawl, alerts };
    return { status: 200, body };
  } catch (error) {
    if (error instanceof SecretError) return errorResponse(409, `alerts: ${error.message}`);
    if (ports.isSearchUnavailable(error))
      return errorResponse(503, 'the search engine is not available yet; try again in a minute');
    throw error;
  }
}
