import { localAlertSecrets } from '../../shared/settings/alerts/alert-schedule.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Terminal } from '../output/terminal.ts';

/** Warns about alerts that a stack refuses, because they need environment variables. Prints nothing if there are none. */
export function warnStackAlerts(settings: Pick<Settings, 'alerts' | 'mail'>, terminal: Pick<Terminal, 'err'>): void {
  const local = localAlertSecrets(settings);
  if (local.length > 0)
    terminal.err(
      `warning: alerts: ${local.join(', ')}: a stack has no environment variables; name secrets as secret:NAME there`,
    );
}
