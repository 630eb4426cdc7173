import type { Mail } from '../ports/mailer.ts';
import type { SearchHit } from '../search/answer.ts';
import { FORGING_CHARACTERS } from '../text/forging-characters.ts';
import { formatNoun } from '../text/format-count.ts';
import type { AlertMessage } from './evaluate-alert.ts';

/** Sender and recipient: addresses without names. */
export type MailAddresses = { from: string; to: string };

/**
 * Composes the mail of a message. Headers consist of names and numbers of the settings only; titles and snippets, which are the
 * texts of strangers, are lines of the body. The Message-ID is the same for each attempt; the body has it too, because some servers
 * replace it.
 */
export function composeMail(message: AlertMessage, { from, to }: MailAddresses): Mail {
  const { id, alert, query, crawl, records, sentAt } = message;
  const count = formatNoun(records.length, 'new record');
  const head = `${count} of the crawl ${crawl} ${records.length === 1 ? 'matches' : 'match'} the alert ${alert}: ${oneLine(query)}`;
  return mailOf({ id, sentAt }, { from, to }, `${alert}: ${count} of ${crawl}`, [[head], ...records.map(linesOfHit)]);
}

/**
 * Composes a mail. Its last line has the id of the message.
 *
 * @param subject of names and texts of the settings and this program only
 * @param paragraphs lines, which may be texts of strangers
 */
export function mailOf(
  { id, sentAt }: Pick<AlertMessage, 'id' | 'sentAt'>,
  { from, to }: MailAddresses,
  subject: string,
  paragraphs: readonly (readonly string[])[],
): Mail {
  const all = [...paragraphs, [`Message ${id}. A repeated mail has the same id.`]];
  return {
    id: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    from,
    to,
    subject,
    text: `${all.map((lines) => lines.map(withoutControls).join('\n')).join('\n\n')}\n`,
    sentAt: Date.parse(sentAt),
  };
}

function linesOfHit({ title, url, snippet }: SearchHit, i: number): string[] {
  const number = `${i + 1}. `;
  const lines = [title, url, snippet].map(oneLine).filter((line) => line !== '');
  return lines.map((line, at) => (at === 0 ? number : ' '.repeat(number.length)) + line);
}

const withoutControls = (text: string): string => text.replace(FORGING_CHARACTERS, ' ');

const oneLine = (text: string): string => withoutControls(text).trim();
