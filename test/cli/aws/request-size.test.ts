import { expect, test } from 'vitest';
import { requestBody } from '../../../cli/aws/request-size.ts';
import { longTest } from '../../long-test.ts';

const megabytes = (n: number) => 'A'.repeat(n * 1e6);
const create = (topic: object) => ({ action: 'create' as const, settings: { crawl: 'moss', topic } });

test('returns the body of a request that a stack can receive', () => {
  const request = create({ filters: [{ model: 'moss.model', modelData: megabytes(6) }] });
  expect(JSON.parse(requestBody(request))).toEqual(request);
});

longTest('names the files that make a request too large, with their keys', () => {
  const filters = [
    { sitesOk: ['a.example'] },
    { model: 'moss.model', modelData: megabytes(4) },
    { terms: 'fern.txt', termsText: megabytes(3) },
  ];
  const refused = [
    'the request to the stack has 7.0 MB, and AWS accepts 6.3 MB:',
    'topic.filters[1].model: moss.model: takes 4.0 MB; train a smaller model, with one label for all documents off topic, fewer documents, or `--algorithm linear`',
    'topic.filters[2].terms: fern.txt: takes 3.0 MB; remove terms',
  ].join('\n');
  expect(() => requestBody(create({ filters }))).toThrow(refused);
  expect(() => requestBody({ action: 'reclassify', crawl: 'moss', apply: true, topic: { filters } })).toThrow(refused);
});

longTest('counts escaped characters, and names a list of many small values', () => {
  const request = { action: 'seed' as const, crawl: 'moss', seeds: Array.from({ length: 6e5 }, () => 'a"b"c') };
  expect(() => requestBody(request)).toThrow(/^the request .* has 9\.6 MB(.|\n)*\nseeds: takes 9\.6 MB; shorten it$/);
});
