import { expect, test } from 'vitest';
import { compileBodyFilter } from '../../shared/fetch/body-filter.ts';
import { responseRulesOf } from '../../shared/settings/fetch-options.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';

const refuseBody = responseRulesOf(readSettings({ seeds: ['https://example.org/'] })).refuseBody!;
const head = (type: string | undefined, length = 10, status = 200) => ({
  status,
  statusText: '',
  headers: [['Content-Length', `${length}`], ...(type === undefined ? [] : [['Content-Type', type]])] as [
    string,
    string,
  ][],
});
const HUGE = 20 << 20;
const URL = 'https://example.org/page';

// media type · length · reason to refuse it
test.each<[string | undefined, number, string | undefined]>([
  ['text/html', 10, undefined],
  ['Text/HTML; charset=utf-8', 10, undefined],
  ['application/xhtml+xml', 10, undefined],
  ['application/pdf', 10, undefined],
  ['application/octet-stream', 10, undefined],
  [undefined, 10, undefined],
  ['', 10, undefined],
  ['nonsense', 10, undefined],
  ['image/png', 10, 'unwanted-type'],
  ['IMAGE/PNG;x=y', 10, 'unwanted-type'],
  ['video/mp4', HUGE, 'unwanted-type'],
  ['text/css', 10, 'unwanted-type'],
  ['application/font-woff', 10, 'unwanted-type'],
  ['application/gzip', 10, 'unwanted-type'],
  ['text/html', HUGE, undefined],
  ['application/xml', HUGE, undefined],
  ['application/pdf', HUGE, 'too-large'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', HUGE, 'too-large'],
])('%s of %i bytes: %s', (type, length, reason) => {
  expect(refuseBody(head(type, length), URL)).toBe(reason);
});

test.each([301, 304, 404, 503])('ignores the media type of status %i', (status) => {
  expect(refuseBody(head('image/png', HUGE, status), URL)).toBeUndefined();
});

test('reads the media types from the settings', () => {
  const images = compileBodyFilter({ types: ['image/*'], except: ['image/gif'], maxBytes: 100 });
  expect(['image/png', 'image/gif', 'text/html'].map((type) => images(head(type), URL))).toEqual([
    undefined,
    'unwanted-type',
    'unwanted-type',
  ]);
});

test('reads gzip files that are named as documents, up to the limit', () => {
  for (const type of ['application/gzip', 'application/x-gzip']) {
    expect(refuseBody(head(type), 'https://example.org/paper.ps.gz')).toBeUndefined();
    expect(refuseBody(head(type, HUGE), 'https://example.org/paper.ps.gz')).toBe('too-large');
    expect(refuseBody(head(type), 'https://example.org/source.tar.gz')).toBe('unwanted-type');
  }
  const named = head('application/gzip');
  named.headers.push(['Content-Disposition', 'attachment; filename="notes.txt.gz"']);
  expect(refuseBody(named, 'https://example.org/get?id=3')).toBeUndefined();
  const textOnly = compileBodyFilter({ types: ['text/*'], except: [], maxBytes: 100 });
  expect(textOnly(head('application/gzip'), 'https://example.org/paper.ps.gz')).toBe('unwanted-type');
});
