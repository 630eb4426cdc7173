import type { EvaluatedAlert } from '../../shared/admin/answers.ts';
import type { AlertOutcome } from '../../shared/alerts/evaluate-alert.ts';
import { formatNoun } from '../../shared/text/format-count.ts';

/** Returns the name of an alert with its receiver: one with a webhook and a mail address has two outcomes. */
export const outcomeName = ({ name, channel }: Pick<AlertOutcome, 'name' | 'channel'>): string =>
  channel === 'mail' ? `${name} (mail)` : name;

/** Describes what an evaluation of an alert did, in a line without the name of the alert. */
export function describeOutcome(outcome: EvaluatedAlert, isDry = false): string {
  const { isNew, messages, records, waiting, failure, isInterrupted } = outcome;
  if (isNew && isDry) return 'new; it would report records from now on';
  const begun = isNew ? ['new; it reports records from now on'] : [];
  const sent = messages === 0 ? [] : [`${formatNoun(records, 'record')} sent in ${formatNoun(messages, 'message')}`];
  const undelivered = failure ? [`${formatNoun(waiting, 'record')} not delivered: ${failure.message}`] : [];
  const dry = isDry && waiting > 0 ? [`${formatNoun(waiting, 'record')} would be sent`] : [];
  const interrupted = isInterrupted ? ['interrupted; the next evaluation continues'] : [];
  const all = [...begun, ...sent, ...undelivered, ...dry, ...interrupted];
  return all.length === 0 ? 'no new records' : all.join('; ');
}
