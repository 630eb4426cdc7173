import { localReceiverFaults } from '../../shared/settings/alerts/alert-schedule.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { UsageError } from '../command.ts';

/**
 * Refuses alerts and notices that a stack could not send, before it is deployed.
 *
 * @param search kind of search engine of the stack
 * @throws UsageError if the stack has no search engine for alerts, or if receivers need environment variables
 */
export function refuseStackAlerts(
  settings: Pick<Settings, 'alerts' | 'notify' | 'mail'>,
  search: string | undefined,
): void {
  if (settings.alerts.length > 0 && search === 'none')
    throw new UsageError('alerts: need a search engine, and the stack has none (search: none)');
  const faults = localReceiverFaults(settings);
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
}
