import { readQuestion } from '../../shared/search/question.ts';
import type { AlertSetting } from '../../shared/settings/alerts/alerts.ts';
import type { Fault } from '../../shared/settings/faults.ts';

/**
 * Finds queries that a search would not apply as they are written. A search answers them as well as it can and says so; nobody reads
 * what an alert ignores.
 */
export function findAlertFaults(alerts: readonly AlertSetting[]): Fault[] {
  return alerts.flatMap(({ query }, i) =>
    faultsIn(query).map((message) => ({ path: ['alerts', i, 'query'], message })),
  );
}

function faultsIn(query: string): string[] {
  if (!/[\p{L}\p{N}*]/u.test(query)) return ['has no letter and no digit, so it finds nothing'];
  const { ignored, faults } = readQuestion(query, ['en']);
  return [
    ...faults.map(({ filter, detail }) => `${filter}: ${detail}`),
    ...ignored.map(({ operator, detail }) => `${operator}: ${detail}`),
  ];
}
