/**
 * Converts a mail message (RFC 5322 with MIME), a mailbox (mbox, RFC 4155) or a page that a browser saved as a message (MHTML,
 * RFC 2557). Metadata is that of the first message.
 */
import PostalMime, { type Address, type Email } from 'postal-mime';
import type { Converted } from '../../ports/converter.ts';
import { Unreadable } from '../decode/unreadable.ts';
import { normalizeDate } from '../metadata/dates/normalize-date.ts';
import { type Convert, EMPTY_CONVERTED } from './convert.ts';
import { type Flow, newFlow } from './flow.ts';
import { readHtmlInto } from './html.ts';
import { parseMailOrExifDate } from './mail-date.ts';

/** Maximum number of messages read from a mailbox. */
const MAX_MESSAGES = 1_000;
/** Maximum depth of MIME parts. */
const MAX_MIME_DEPTH = 30;

export const convertMail: Convert = async ({ bytes, limits }) => {
  const flow = newFlow(limits);
  let first: Email | undefined;
  for (const message of splitMailbox(bytes)) {
    const mail = await PostalMime.parse(message, { maxNestingDepth: MAX_MIME_DEPTH });
    first ??= mail;
    readMessage(mail, flow);
    if (flow.isFull()) break;
  }
  if (!first) throw new Unreadable('conversion-failed', 'the mailbox has no message');
  if (!isMailbox(bytes) && isSavedPage(first)) return readSavedPage(first, flow);
  const metadata: Record<string, string[]> = {};
  for (const [name, addresses] of [
    ['from', [first.from]],
    ['to', first.to],
    ['cc', first.cc],
  ] as const) {
    const values = (addresses ?? []).flatMap((address) => (address ? [formatAddress(address)] : []));
    if (values.length > 0) metadata[name] = values;
  }
  if (first.messageId) metadata['message-id'] = [first.messageId];
  const attachments = first.attachments.flatMap(({ filename }) => filename ?? []);
  if (attachments.length > 0) metadata['attachment'] = attachments;
  return {
    ...EMPTY_CONVERTED,
    parts: flow.parts,
    links: flow.links,
    title: first.subject ?? null,
    author: first.from?.name || first.from?.address || null,
    date: first.date ? (normalizeDate(first.date) ?? parseMailOrExifDate(first.date)) : null,
    metadata,
  };
};

/** Address of the page that a message is a copy of; undefined if it names none. Internet Explorer names it in the parts only. */
const savedAddress = (mail: Email): string | undefined =>
  fieldOf(mail, 'snapshot-content-location') ?? fieldOf(mail, 'content-location');

const fieldOf = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value;

/** Returns whether a browser wrote a message. Mail may also name its location, but it has a recipient. */
function isSavedPage(mail: Email): boolean {
  if (fieldOf(mail, 'snapshot-content-location') !== undefined) return true;
  if (/^.?<?Saved by /.test(mail.from?.name || mail.from?.address || '')) return true;
  const isRelated = /^multipart\/related\b/i.test(fieldOf(mail, 'content-type') ?? '');
  return isRelated && fieldOf(mail, 'content-location') !== undefined && fieldOf(mail, 'to') === undefined;
}

/** Returns the content of a saved page. The sender is a browser, and the date is that of the copy. */
function readSavedPage(mail: Email, { parts, links }: Flow): Converted {
  const base = savedAddress(mail);
  const resolve = (href: string): string =>
    base !== undefined && URL.canParse(href, base) ? new URL(href, base).href : href;
  return {
    ...EMPTY_CONVERTED,
    // The subject is the title of the page, which is not part of its text.
    parts: parts[0]?.kind === 'heading' ? parts.slice(1) : parts,
    links: links.map(({ href, anchor }) => ({ href: resolve(href), anchor })),
    title: mail.subject ?? null,
    metadata: base === undefined ? {} : { 'content-location': [base] },
  };
}

/** Adds the subject and the body of a message. */
function readMessage({ subject, text, html }: Email, flow: Flow): void {
  flow.add(subject ?? '');
  flow.endHeading(1);
  // The HTML body is an alternative to the text body, so only one is read.
  if (text !== undefined && text.trim() !== '') {
    for (const paragraph of text.split(/\r?\n(?:[ \t]*\r?\n)+/)) {
      flow.add(paragraph);
      flow.end();
    }
  } else if (html !== undefined) readHtmlInto(flow, html);
}

function formatAddress(address: Address): string {
  if (address.group) return address.group.map(formatAddress).join(', ');
  return address.name ? `${address.name} <${address.address}>` : (address.address ?? '');
}

const isMailbox = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === 'From ';

/** Splits a mailbox at lines that start with `From `. Yields the bytes as they are if they are not a mailbox. */
function* splitMailbox(bytes: Uint8Array): Generator<Uint8Array> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!isMailbox(bytes)) return yield data;
  let from = 0;
  for (let n = 0; from < data.length && n < MAX_MESSAGES; n++) {
    const start = data.indexOf('\n', from) + 1;
    if (start === 0) return;
    const next = data.indexOf('\nFrom ', start);
    yield data.subarray(start, next === -1 ? data.length : next);
    if (next === -1) return;
    from = next + 1;
  }
}
