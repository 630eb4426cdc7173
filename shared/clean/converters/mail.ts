/** A message (RFC 5322 with MIME), or a mailbox of them (RFC 4155). */
import PostalMime, { type Address, type Email } from 'postal-mime';
import { Unreadable } from '../decode/unreadable.ts';
import { normalizeDate } from '../metadata/normalize-date.ts';
import { type Convert, EMPTY_CONVERTED } from './convert.ts';
import { type Flow, newFlow } from './flow.ts';
import { readHtmlInto } from './html.ts';
import { parseMailOrExifDate } from './mail-date.ts';

const MAX_MESSAGES = 1_000;

export const convertMail: Convert = async ({ bytes, limits }) => {
  const flow = newFlow(limits);
  let first: Email | undefined;
  for (const message of messagesOf(bytes)) {
    const mail = await PostalMime.parse(message, { maxNestingDepth: 30 });
    first ??= mail;
    readMessage(mail, flow);
    if (flow.isFull()) break;
  }
  if (!first) throw new Unreadable('conversion-failed', 'no message');
  const metadata: Record<string, string[]> = {};
  for (const [name, addresses] of [
    ['from', [first.from]],
    ['to', first.to],
    ['cc', first.cc],
  ] as const) {
    const said = (addresses ?? []).flatMap((one) => (one ? [addressText(one)] : []));
    if (said.length > 0) metadata[name] = said;
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

function readMessage({ subject, text, html }: Email, flow: Flow): void {
  flow.add(subject ?? '');
  flow.endHeading(1);
  // What is written twice says the same twice.
  if (text !== undefined && text.trim() !== '') {
    for (const paragraph of text.split(/\r?\n(?:[ \t]*\r?\n)+/)) {
      flow.add(paragraph);
      flow.end();
    }
  } else if (html !== undefined) readHtmlInto(flow, html);
}

function addressText(address: Address): string {
  if (address.group) return address.group.map(addressText).join(', ');
  return address.name ? `${address.name} <${address.address}>` : (address.address ?? '');
}

/** A line that begins with `From ` parts the messages of a mailbox. */
function* messagesOf(bytes: Uint8Array): Generator<Uint8Array> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (data.toString('latin1', 0, 5) !== 'From ') return yield data;
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
