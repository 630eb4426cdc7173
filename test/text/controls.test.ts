import { expect, test } from 'vitest';
import { hasControls, removeControls } from '../../shared/text/controls.ts';

test.each([
  ['sun\0dew', 'sundew'],
  ['\x1b[31msun\x08dew\x7f\x9b', '[31msundew'],
  ['sun\x0bdew\x0cmoss\x1fbog\x85peat', 'sun dew moss bog peat'],
  ['sun\r\ndew\rmoss', 'sun\ndew\nmoss'],
])('removes the control characters of %j', (text, expected) => {
  expect(hasControls(text)).toBe(true);
  expect(removeControls(text)).toBe(expected);
});

test('keeps tabs, line feeds and letters beyond ASCII', () => {
  for (const text of ['a\tb\nc', 'Sonnentau\u00a0– ä', '\u200f日本', '']) {
    expect(hasControls(text)).toBe(false);
    expect(removeControls(text)).toBe(text);
  }
});
