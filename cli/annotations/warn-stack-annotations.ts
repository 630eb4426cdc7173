import type { Settings } from '../../shared/settings/settings.ts';
import type { Terminal } from '../output/terminal.ts';

/** Warns that a stack has no annotations. Prints nothing if the settings name nobody who writes them. */
export function warnStackAnnotations(
  { annotations }: Pick<Settings, 'annotations'>,
  terminal: Pick<Terminal, 'err'>,
): void {
  if (annotations.users.length === 0) return;
  terminal.err(
    'warning: annotations: a stack has none, so nobody can annotate its pages; only `thresher serve` has them',
  );
}
