import type { PageEntry } from '../frontier/host/entry.ts';
import { unpackHistory } from '../frontier/host/history.ts';

/** Returns whether the operator confirmed that the page is gone. The page is then requested as if it were new. */
export function isGoneConfirmed(page: PageEntry | undefined): boolean {
  return unpackHistory(page?.history)?.goneConfirmed === true;
}
