import type { Clock } from '../../shared/ports/clock.ts';
import { MINUTE_MS } from '../../shared/text/time-units.ts';

/** Number of lines of a kind that are printed in a minute. A log of weeks stays readable, and the first lines show the cause. */
const LINES_A_MINUTE = 10;

/** Prints lines of one kind, and counts those above the limit. */
export type LineLimit = {
  add(line: string): void;
  /** Prints how many lines were left out since the last count, if any. */
  end(): void;
};

/**
 * Limits the lines of one kind in a log: ten a minute. The next line after that minute, or the end, comes with the number of lines that were left out.
 *
 * @param describeRest returns the line that stands for those that were left out, from their number, 1 or more
 */
export function limitLines(
  { now }: Pick<Clock, 'now'>,
  print: (line: string) => void,
  describeRest: (count: number) => string,
): LineLimit {
  let since = Number.NEGATIVE_INFINITY;
  let printed = 0;
  let left = 0;
  const end = () => {
    if (left > 0) print(describeRest(left));
    left = 0;
  };
  return {
    add(line) {
      // The clock may have been set back.
      if (now() - since >= MINUTE_MS || now() < since) {
        end();
        since = now();
        printed = 0;
      }
      if (printed++ < LINES_A_MINUTE) print(line);
      else left++;
    },
    end,
  };
}
