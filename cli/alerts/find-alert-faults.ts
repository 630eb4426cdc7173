import type { FieldGrammars } from '../../shared/index/field-parts.ts';
import { checkUrl, ipLiteralOf } from '../../shared/net/guard.ts';
import { partNames } from '../../shared/query/compile/part-condition.ts';
import { ignoredPart } from '../../shared/query/ignored-part.ts';
import { valuelessField, valuelessFields } from '../../shared/query/web/valueless-fields.ts';
import { readQuestion } from '../../shared/search/question.ts';
import { isPlace } from '../../shared/settings/alerts/mail.ts';
import type { Fault } from '../../shared/settings/faults.ts';
import { fieldGrammarsOf } from '../../shared/settings/search/field-grammars.ts';
import type { Settings } from '../../shared/settings/settings.ts';

/**
 * Finds queries that a search would not apply as they are written, and webhooks that the address guard refuses. A search answers such a
 * query as well as it can, with a note; the messages of an alert have no such note.
 */
export function findAlertFaults({
  alerts,
  notify,
  network,
  metadata,
}: Pick<Settings, 'alerts' | 'notify' | 'network' | 'metadata'>): Fault[] {
  const grammars = fieldGrammarsOf({ metadata });
  const refused = (webhook: string | undefined, path: Fault['path']): Fault[] =>
    webhook !== undefined && isRefused(webhook, network)
      ? [{ path: [...path, 'webhook'], message: 'is on a private network; network.allowPrivate permits it' }]
      : [];
  return [
    ...alerts.flatMap(({ query, webhook }, i) => [
      ...faultsIn(query, grammars).map((message) => ({ path: ['alerts', i, 'query'], message })),
      ...refused(webhook, ['alerts', i]),
    ]),
    ...refused(notify?.webhook, ['notify']),
  ];
}

/** Other names are checked by the addresses that they resolve to, when a message is sent. */
function isRefused(webhook: string, { allowPrivate, resolve }: Settings['network']): boolean {
  if (isPlace(webhook) || Object.keys(resolve).length > 0) return false;
  const isKnown = allowPrivate.length === 0 || ipLiteralOf(new URL(webhook).hostname) !== undefined;
  return isKnown && checkUrl(webhook, allowPrivate) !== undefined;
}

function faultsIn(query: string, grammars: FieldGrammars): string[] {
  if (!/[\p{L}\p{N}*]/u.test(query)) return ['has no letter and no digit, so it finds nothing'];
  const { ignored, faults } = readQuestion(query, ['en'], grammars);
  return [
    ...faults.map(({ filter, detail }) => `${filter}: ${detail}`),
    ...ignored.map(ignoredPart),
    ...valuelessFields(query, partNames(grammars)).map(valuelessField),
  ];
}
