import { localReceiverFaults } from '../../shared/settings/alerts/alert-schedule.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Terminal } from '../output/terminal.ts';

/** Warns about alerts and notices that a stack refuses, because they need environment variables. Prints nothing if there are none. */
export function warnStackAlerts(
  settings: Pick<Settings, 'alerts' | 'notify' | 'mail'>,
  terminal: Pick<Terminal, 'err'>,
): void {
  for (const fault of localReceiverFaults(settings)) terminal.err(`warning: ${fault} there`);
}
