import { localAlertSecrets } from '../../shared/settings/alerts/alert-schedule.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { UsageError } from '../command.ts';

/**
 * Refuses alerts that a stack could not evaluate, before it is deployed.
 *
 * @param search kind of search engine of the stack
 * @throws UsageError if the stack has no search engine, or if alerts need environment variables
 */
export function refuseStackAlerts(settings: Pick<Settings, 'alerts' | 'mail'>, search: string | undefined): void {
  if (settings.alerts.length === 0) return;
  if (search === 'none') throw new UsageError('alerts: need a search engine, and the stack has none (search: none)');
  const local = localAlertSecrets(settings);
  if (local.length > 0)
    throw new UsageError(`alerts: ${local.join(', ')}: a stack has no environment variables; use secret:NAME`);
}
