import type { Head } from '../../ports/frontier.ts';
import type { PageEntry, QueueEntry } from '../host/entry.ts';
import type { Offer } from '../offer.ts';

/** State of a host, before the lines of its URLs. Times are epoch ms. */
export type HostLine = { type: 'host' } & Pick<Head, 'host' | 'group' | 'state' | 'best' | 'due' | 'removals'> & {
    /** Times of the forced recrawls that still have pages to fetch, epoch seconds. Absent: none. */
    recrawls?: number[];
  };

/** A URL that was fetched or refused; with `partial`, only what a later stage found out about it. */
export type PageLine = { type: 'page' } & PageEntry;

/** A URL that waits for its first fetch. */
export type QueuedLine = { type: 'queued' } & QueueEntry;

/** OPIC cash of a host, base64. */
export type CashLine = { type: 'cash'; host: string; data: string };

/** An inbox item that no visit has merged yet. */
export type InboxLine = { type: 'inbox'; host: string; id: string } & Omit<Offer, 'recrawl'> & {
    recrawl?: Omit<NonNullable<Offer['recrawl']>, 'modified' | 'forced'>;
  };

/** A line of a frontier dump about one host. A host's lines stand together: host, cash, pages, queued URLs, inbox. */
export type HostDumpLine = HostLine | CashLine | PageLine | QueuedLine | InboxLine;
