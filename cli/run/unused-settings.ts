import type { Settings } from '../../shared/settings/settings.ts';
import { unusedTopicSettings } from '../../shared/settings/topic/unused-settings.ts';
import type { Terminal } from '../output/terminal.ts';

/** Warns about settings of the topic that have no effect. Prints nothing if there are none. */
export function warnUnusedSettings(settings: Settings, terminal: Pick<Terminal, 'err'>): void {
  for (const message of unusedTopicSettings(settings)) terminal.err(`warning: ${message}`);
}
