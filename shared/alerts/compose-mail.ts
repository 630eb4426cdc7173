import type { Mail } from '../ports/mailer.ts';
import type { SearchHit } from '../search/answer.ts';
import { formatNoun } from '../text/format-count.ts';
import type { AlertMessage } from './evaluate-alert.ts';

/** Control characters, line separators, and characters that change the direction of the text behind them. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb]+/gu;

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
  const text = [
    `${count} of the crawl ${crawl} ${records.length === 1 ? 'matches' : 'match'} the alert ${alert}: ${oneLine(query)}`,
    ...records.map(formatHit),
    `Message ${id}. A repeated mail has the same id.`,
  ];
  return {
    id: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    from,
    to,
    subject: `${alert}: ${count} of ${crawl}`,
    text: `${text.join('\n\n')}\n`,
    sentAt: Date.parse(sentAt),
  };
}

function formatHit({ title, url, snippet }: SearchHit, i: number): string {
  const number = `${i + 1}. `;
  const lines = [oneLine(title), oneLine(url), oneLine(snippet)].filter((line) => line !== '');
  return number + lines.join(`\n${' '.repeat(number.length)}`);
}

const oneLine = (text: string): string => text.replace(CONTROLS, ' ').trim();
