import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** Number of free file descriptors below which a file could not be opened for lack of them: databases, their logs, and what was closed after the error. */
const FEW = 16;

/**
 * Finds out why a database file could not be opened: SQLite does not tell a lack of file descriptors from a missing permission.
 *
 * @returns `EMFILE` or `ENFILE` if this process has hardly any free file descriptors
 */
export function findDescriptorFault(): string | undefined {
  const open: number[] = [];
  try {
    while (open.length < FEW) open.push(openSync(devNull, 'r'));
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EMFILE' || code === 'ENFILE' ? code : undefined;
  } finally {
    for (const file of open) closeSync(file);
  }
}
