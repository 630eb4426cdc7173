import type { Settings } from '../../shared/settings/settings.ts';
import type { Terminal } from '../output/terminal.ts';

/** Warns that a stack does not know the people of the settings. Prints nothing if there are none. */
export function warnStackAnnotations(
  { annotations }: Pick<Settings, 'annotations'>,
  terminal: Pick<Terminal, 'err'>,
): void {
  if (annotations.users.length === 0) return;
  terminal.err(
    'warning: annotations.users: only `thresher serve` knows them; the pages of a stack are annotated by holders of tokens (annotatorClaim)',
  );
}
