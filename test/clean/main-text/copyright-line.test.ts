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

test('a line that starts with (c) after (b) is a list item', () => {
  const third = { text: '(c) 2020 and the years after it', roles: 0 };
  expect([isCopyrightLine(third, '(b) 2019'), isCopyrightLine(third, 'Contact')]).toEqual([false, true]);
});

test.each([MAIN, PREFORMATTED])('a copyright line in marked or preformatted content is kept: role %i', (roles) => {
  expect(isCopyrightLine({ text: 'Copyright 2005 Walter', roles })).toBe(false);
});
