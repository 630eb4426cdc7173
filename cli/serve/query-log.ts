import { appendFileSync } from 'node:fs';
import type { LoggedSearch } from '../../web/ports.ts';

/** Mode of a new file. Only its owner reads it: queries may name persons. */
const MODE = 0o600;

/**
 * Creates a function that appends searches to a file, one JSON object a line. It opens the file each time, so the file may be renamed
 * while the server runs. A search is answered also if it cannot be logged.
 *
 * @param now epoch milliseconds
 * @param onFault called with the first error, and with the next one after a line was written
 * @throws if the file cannot be written
 */
export function openQueryLog(
  file: string,
  now: () => number,
  onFault: (error: unknown) => void,
): (search: LoggedSearch) => void {
  const append = (text: string) => appendFileSync(file, text, { mode: MODE });
  append('');
  let isFailing = false;
  return (search) => {
    try {
      append(`${JSON.stringify({ time: new Date(now()).toISOString(), ...search })}\n`);
      isFailing = false;
    } catch (error) {
      if (!isFailing) onFault(error);
      isFailing = true;
    }
  };
}
