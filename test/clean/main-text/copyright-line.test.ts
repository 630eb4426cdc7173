import { expect, test } from 'vitest';
import { MAIN, PREFORMATTED } from '../../../shared/clean/html/elements.ts';
import { isCopyrightLine } from '../../../shared/clean/main-text/copyright-line.ts';

test.each<[text: string, expected: boolean]>([
  ['© 2005 Mill Garden Society', true],
  ['Copyright 2005 Mill Garden Society. All rights reserved.', true],
  ['COPYRIGHT: © Mill Garden', true],
  ['Copyright (c) by Walter', true],
  ['(c) 1999 Walter', true],
  ['© dpa', true],
  ['Copyright law is older than copies that cost nothing.', false],
  ['(c) in the third paragraph means the shed.', false],
  ['(c) by the press, communication to the public of what was sold', false],
  ['(c) Copyright 1999 Walter', true],
  ['The sign © stands for a right.', false],
  ['Contact', false],
  [`© 2005 ${'Whoever reads this is bound by all of it. '.repeat(9)}`, false],
])('%s: %s', (text, expected) => {
  expect(isCopyrightLine({ text, roles: 0 })).toBe(expected);
});

test('what comes after (b) is the next of a list, with a year or without', () => {
  const third = { text: '(c) 2020 and the years after it', roles: 0 };
  expect([isCopyrightLine(third, '(b) 2019'), isCopyrightLine(third, 'Contact')]).toEqual([false, true]);
});

test.each([MAIN, PREFORMATTED])(
  'a licence keeps its first line where it is the content, or shown as written: %i',
  (roles) => {
    expect(isCopyrightLine({ text: 'Copyright 2005 Walter', roles })).toBe(false);
  },
);
