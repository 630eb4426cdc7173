import { describe, expect, test } from 'vitest';
import { type HeaderList, headerValue, headerValues } from '../../shared/http/headers.ts';

const HEADERS: HeaderList = [
  ['Content-Type', 'text/html'],
  ['X-Robots-Tag', 'noindex'],
  ['x-robots-tag', 'nofollow'],
];

describe('header fields', () => {
  test('are found in any case, in their order', () => {
    expect(headerValue(HEADERS, 'content-type')).toBe('text/html');
    expect(headerValue(HEADERS, 'x-robots-tag')).toBe('noindex');
    expect(headerValues(HEADERS, 'x-robots-tag')).toEqual(['noindex', 'nofollow']);
  });

  test('that are absent return undefined or an empty list', () => {
    expect(headerValue(HEADERS, 'etag')).toBeUndefined();
    expect(headerValues(HEADERS, 'etag')).toEqual([]);
  });
});
