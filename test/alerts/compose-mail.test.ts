import { expect, test } from 'vitest';
import { composeMail } from '../../shared/alerts/compose-mail.ts';
import type { SearchHit } from '../../shared/search/answer.ts';

const hit = (title: string, snippet: string, url = 'http://bog.test/') => ({ title, snippet, url }) as SearchHit;

const compose = (...records: SearchHit[]) =>
  composeMail(
    { id: 'msg_1', alert: 'moss', query: 'peat AND moss', crawl: 'bog', sentAt: '2026-01-02T03:04:05.000Z', records },
    { from: 'alerts@bog.example', to: 'reader@fen.example' },
  );

test('lists title, URL and snippet of the records', () => {
  const mail = compose(hit('Mosses', 'Moss grows on peat.'), hit('', '', 'http://bog.test/2'));
  expect(mail).toEqual({
    id: '<msg_1@bog.example>',
    from: 'alerts@bog.example',
    to: 'reader@fen.example',
    subject: 'moss: 2 new records of bog',
    sentAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    text: `2 new records of the crawl bog match the alert moss: peat AND moss

1. Mosses
   http://bog.test/
   Moss grows on peat.

2. http://bog.test/2

Message msg_1. A repeated mail has the same id.
`,
  });
});

test('a page cannot forge headers, lines or the direction of the text', () => {
  const { subject, text } = compose(hit('Moss\r\nBcc: all@fen.example\u2028\u202etxt', 'a\n\n2. Forged\u0000\u009b2J'));
  expect(subject).toBe('moss: 1 new record of bog');
  expect(text.split('\n')).toEqual([
    '1 new record of the crawl bog matches the alert moss: peat AND moss',
    '',
    '1. Moss Bcc: all@fen.example txt',
    '   http://bog.test/',
    '   a 2. Forged 2J',
    '',
    expect.stringContaining('Message msg_1.'),
    '',
  ]);
});
