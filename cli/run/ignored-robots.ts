import type { Settings } from '../../shared/settings/settings.ts';
import type { Terminal } from '../output/terminal.ts';

/** Whoever runs a crawl is to know whom it does not ask for leave. Says nothing where all are asked. */
export function warnIgnoredRobots({ robots: { ignore } }: Pick<Settings, 'robots'>, terminal: Terminal): void {
  if (ignore.length === 0) return;
  terminal.err(`robots.txt forbids nothing here (robots.ignore): ${ignore.join(', ')}; only for hosts of your own`);
}
