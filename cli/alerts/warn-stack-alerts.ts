import type { Settings } from '../../shared/settings/settings.ts';
import type { Terminal } from '../output/terminal.ts';

/** Warns that a stack does not evaluate the alerts of a crawl. Prints nothing if the crawl has none. */
export function warnStackAlerts({ alerts }: Pick<Settings, 'alerts'>, terminal: Pick<Terminal, 'err'>): void {
  if (alerts.length === 0) return;
  terminal.err(
    'warning: alerts: a stack does not evaluate them, only `thresher crawl` and `thresher alerts` on one machine do; programs can poll the /feed of a search instead',
  );
}
