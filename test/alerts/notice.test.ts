import { expect, test } from 'vitest';
import { composeNoticeMail } from '../../shared/alerts/notice.ts';

test('a mail about a crawl in a stack names the stack', () => {
  const { text } = composeNoticeMail(
    {
      id: 'msg_1',
      event: 'limit',
      crawl: 'bog',
      sentAt: '2026-01-02T03:04:05.000Z',
      text: 'Crawl bog: ended.',
      details: [],
      stack: 'Fens',
      region: 'eu-north-1',
    },
    { from: 'alerts@bog.example', to: 'reader@fen.example' },
  );
  expect(text).toContain('Crawl bog: ended.\nStack Fens in eu-north-1.\n');
});

test('a mail about the state of a crawl has details, folder and machine, and no text of others in its subject', () => {
  const mail = composeNoticeMail(
    {
      id: 'msg_1',
      event: 'failed',
      crawl: 'bog',
      sentAt: '2026-01-02T03:04:05.000Z',
      text: 'Crawl bog: failed.',
      details: ['the disk is full\r\nBcc: all@fen.example'],
      machine: 'heron',
      folder: '/srv/bog',
    },
    { from: 'alerts@bog.example', to: 'reader@fen.example' },
  );
  expect(mail).toEqual({
    id: '<msg_1@bog.example>',
    from: 'alerts@bog.example',
    to: 'reader@fen.example',
    subject: 'bog: crawl failed',
    sentAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    text: `Crawl bog: failed.
the disk is full Bcc: all@fen.example
Folder /srv/bog on heron.

Message msg_1. A repeated mail has the same id.
`,
  });
});
