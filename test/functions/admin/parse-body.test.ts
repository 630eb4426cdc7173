import { expect, test } from 'vitest';
import { parseBody } from '../../../functions/admin/response.ts';

const loggedOf = (body: string) => parseBody({ body, isBase64Encoded: false }).asked;

test('logs a request, cut if it is long', () => {
  const request = JSON.stringify({ action: 'seed', crawl: 'bog', urls: ['http://bog.example/'.repeat(100)] });
  expect(loggedOf(request)).toBe(request.slice(0, 500));
});

test('does not log texts and authors of annotations', () => {
  const call = { verb: 'add', author: 'Ada', url: 'http://bog.example/', text: 'A secret' };
  expect(loggedOf(JSON.stringify({ call, crawl: 'bog', action: 'annotations' }))).toBe(
    '{"action":"annotations","crawl":"bog","verb":"add"}',
  );
});

test.each(['{"action": "annotations", "text": "A sec', 'null', '[]', '{"action": "annotations", "call": null}'])(
  'logs %s, which is no request',
  (body) => {
    expect(loggedOf(body)).not.toBe('');
  },
);
