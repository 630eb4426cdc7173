import { expect, test } from 'vitest';
import { parseSmtpUrl, type SmtpServer } from '../../shared/text/smtp-url.ts';

test.each<[string, SmtpServer | undefined]>([
  ['smtp://localhost', { host: 'localhost', port: 587, isSecure: false }],
  ['smtp://mail.example:25/\n', { host: 'mail.example', port: 25, isSecure: false }],
  ['smtps://mail.example', { host: 'mail.example', port: 465, isSecure: true }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, isSecure: false }],
  [
    'smtps://bog%40mail.example:p%3Ass@mail.example',
    { host: 'mail.example', port: 465, isSecure: true, login: { user: 'bog@mail.example', password: 'p:ss' } },
  ],
  ['smtp://bog:%zz@mail.example', undefined],
  ['http://mail.example', undefined],
  ['smtp://', undefined],
  ['smtp:mail.example', undefined],
  ['smtp://mail.example/box', undefined],
  ['smtp://mail.example?tls=no', undefined],
  ['smtp://mail example', undefined],
  ['smtp://mail.example:99999', undefined],
  ['smtp://mail.example:0', undefined],
  ['smtp://mail.example.', undefined],
  ['smtp://[::zz]', undefined],
  ['mail.example', undefined],
])('reads the URL of a mail server: %s', (text, expected) => {
  expect(parseSmtpUrl(text)).toEqual(expected);
});
