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

test('does not log the settings of a new crawl, which may name a webhook with a token in its URL', () => {
  const alerts = [{ name: 'news', query: 'bog', webhook: 'https://hooks.example/T0/secret' }];
  const request = { action: 'create', settings: { crawl: 'bog', alerts }, resume: true };
  expect(loggedOf(JSON.stringify(request))).toBe('{"action":"create","resume":true,"crawl":"bog"}');
});

test.each([
  ['{"action": "create", "settings": null}', '{"action":"create"}'],
  ['{"action": "create", "setting": {"webhook": "https://hooks.example/T0/secret"}}', '{"action":"create"}'],
  ['{"action": "Create", "settings": {"crawl": "bog", "alerts": []}}', '{"action":"Create","crawl":"bog"}'],
  ['{"action": "annotations", "call": null}', '{"action":"annotations"}'],
  ['{"action": "annotations", "text": "A sec', 'no request, 40 characters'],
  ['null', 'no request, 4 characters'],
  ['[]', 'no request, 2 characters'],
])('logs %s as %s', (body, expected) => {
  expect(loggedOf(body)).toBe(expected);
});
