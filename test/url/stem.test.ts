import { expect, test } from 'vitest';
import { stemOf } from '../../shared/url/stem.ts';

test.each([
  ['http://a.example/p/paper.pdf', 'http://a.example/p/paper'],
  ['http://a.example/p/paper.ps.gz', 'http://a.example/p/paper'],
  ['http://a.example/p/paper.v2.PDF', 'http://a.example/p/paper.v2'],
  ['http://a.example/p/paper', undefined],
  ['http://a.example/get.pdf?id=1', undefined],
  ['http://paper.md', undefined],
  ['http://a.example/p.pdf/x', undefined],
  ['http://a.example/photo.jpg', undefined],
])('the stem of %s is %s', (url, stem) => {
  expect(stemOf(url)).toBe(stem);
});
