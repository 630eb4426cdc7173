import { documentConsequence } from '../../shared/classify/record-changes.ts';
import type { CleanDocument, DocumentLine } from '../../shared/clean/document.ts';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { lineOf } from '../classify/documents.ts';

/**
 * Returns the record that the classify stage makes of a relevant document, so fixtures have its types and hosts.
 *
 * @param changes fields that a test sets directly
 */
export function recordOfDocument(
  document: Partial<CleanDocument>,
  fetchedAt: number,
  changes: Partial<SearchRecord> = {},
): SearchRecord {
  const line = lineOf(document, { fetchedAt }) as Extract<DocumentLine, { kind: 'document' }>;
  const verdict = { kind: 'relevant' as const, score: 1, classes: [], by: 'all', terms: [] };
  const [change] = documentConsequence(line, verdict as never).changes;
  if (change?.kind !== 'seen' || !change.record) throw new Error(`${document.url} has no record`);
  return { ...change.record, ...changes };
}
