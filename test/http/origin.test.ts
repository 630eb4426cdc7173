import { expect, test } from 'vitest';
import { isOrigin } from '../../shared/http/origin.ts';

test.each([
  ['https://library.example', true],
  ['http://localhost:3000', true],
  ['*', true],
  ['https://library.example/', false],
  ['library.example', false],
  ['ftp://library.example', false],
])('%s is an origin: %s', (text, expected) => expect(isOrigin(text)).toBe(expected));
