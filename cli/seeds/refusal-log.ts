import type { Reason } from '../../shared/url/reason.ts';
import { refusalMessage } from './refused-seed.ts';

/** Maximum number of refusals logged one by one per source. */
const MAX_LOGGED_REFUSALS = 200;

/** Logs the refused seeds of a source, the first ones each, and counts all of them by reason. */
export function createRefusalLog(log: (line: string) => void) {
  const refused: Record<string, number> = {};
  let logged = 0;
  const print = (line: string): void => {
    if (logged++ < MAX_LOGGED_REFUSALS) log(line);
  };
  return {
    /** Logs an entry that is not a seed. */
    fault: (line: string) => {
      refused['no seed'] = (refused['no seed'] ?? 0) + 1;
      print(`no seed: ${line}`);
    },
    refused: (where: string, reason: Reason) => {
      refused[reason] = (refused[reason] ?? 0) + 1;
      print(refusalMessage(where, reason));
    },
    /** Returns the number of all refusals and faults. */
    total: () => Object.values(refused).reduce((sum, n) => sum + n, 0),
    /** Returns the counts as text: `; refused: 2 excluded`, or '' if there are none. */
    end: () => {
      const counts = Object.entries(refused).map(([reason, n]) => `${n} ${reason}`);
      return counts.length > 0 ? `; refused: ${counts.join(', ')}` : '';
    },
  };
}
