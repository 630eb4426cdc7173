import type { Settings } from '../../shared/settings/settings.ts';
import type { Terminal } from '../output/terminal.ts';

/** Warns about hosts whose robots.txt the crawl ignores. Prints nothing if there are none. */
export function warnIgnoredRobots(
  { robots: { ignore } }: Pick<Settings, 'robots'>,
  terminal: Pick<Terminal, 'err'>,
): void {
  if (ignore.length === 0) return;
  terminal.err(
    `warning: robots.txt is ignored for ${ignore.join(', ')} (robots.ignore); use this only for your own hosts`,
  );
}
