import { localAlertSecrets } from '../../shared/settings/alerts/alert-schedule.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Terminal } from '../output/terminal.ts';

/** Warning for settings of `notify` in a stack. */
export const STACK_NOTIFY_WARNING =
  'warning: notify: a stack ignores it; its alarms send mails with `thresher deploy -c alarmEmail=ADDRESS`';

/** Warns about alerts that a stack refuses, because they need environment variables, and about `notify`. Prints nothing if there are none. */
export function warnStackAlerts(
  settings: Pick<Settings, 'alerts' | 'notify' | 'mail'>,
  terminal: Pick<Terminal, 'err'>,
): void {
  const local = localAlertSecrets(settings);
  if (local.length > 0)
    terminal.err(
      `warning: alerts: ${local.join(', ')}: a stack has no environment variables; name secrets as secret:NAME there`,
    );
  if (settings.notify) terminal.err(STACK_NOTIFY_WARNING);
}
