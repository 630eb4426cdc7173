import type { CrawlStatus } from '../frontier/explain/status.ts';
import type { Mail } from '../ports/mailer.ts';
import { type MailAddresses, mailOf } from './compose-mail.ts';

/** Events of a crawl that `notify` reports. */
export const NOTICE_EVENTS = ['done', 'incomplete', 'limit', 'failed', 'stalled'] as const;

/** Name of an event in the state of a crawl. */
export type NoticeEvent = (typeof NOTICE_EVENTS)[number];

/** A message about the state of a crawl. The receiver of a webhook gets it as JSON: fields may be added, never renamed. */
export type NoticeMessage = {
  /** The same for each attempt to deliver the message. */
  id: string;
  event: NoticeEvent;
  crawl: string;
  /** ISO 8601. */
  sentAt: string;
  /** What happened, in one line. */
  text: string;
  /** Details, and what to do, in lines. */
  details: string[];
  /** Absent: an error kept it from being read. */
  status?: CrawlStatus;
} & NoticePlace;

/** Where a crawl runs. `machine`: its name; `folder`: absolute path of the data folder; `stack`: its name, in a Region of AWS. */
export type NoticePlace = { machine: string; folder: string } | { stack: string; region: string };

/** Composes the mail of a message. The subject has names and texts of this program only: errors may quote pages. */
export function composeNoticeMail(message: NoticeMessage, addresses: MailAddresses): Mail {
  const { id, event, crawl, text, details, sentAt } = message;
  const place =
    'stack' in message
      ? `Stack ${message.stack} in ${message.region}.`
      : `Folder ${message.folder} on ${message.machine}.`;
  const lines = [text, ...details, place];
  return mailOf({ id, sentAt }, addresses, `${crawl}: ${SUBJECTS[event]}`, [lines]);
}

const SUBJECTS: Record<NoticeEvent, string> = {
  done: 'crawl done',
  incomplete: 'crawl ended, but not done',
  limit: 'crawl ended at a limit',
  failed: 'crawl failed',
  stalled: 'crawl stalled',
};
