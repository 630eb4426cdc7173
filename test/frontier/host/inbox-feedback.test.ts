import { expect, test } from 'vitest';
import type { PageEntry } from '../../../shared/frontier/host/entry.ts';
import { mergeFeedback } from '../../../shared/frontier/host/inbox-feedback.ts';
import type { Url } from '../../../shared/url/url.ts';

const url = 'http://bog.example/moss' as Url;
const page = (entry: Partial<PageEntry>): PageEntry => ({
  ...{
    url,
    at: 5_000,
    class: 0,
    depth: 0,
    outcome: 'fetched',
    visits: 2,
    tries: 0,
    record: 'old',
    verdict: 'relevant',
  },
  ...entry,
});
const revised = (at: number, verdict: string) => ({ url, at, record: null, verdict, revised: true });

test.each([
  ['a refusal since the judged document', page({ outcome: 'refused.excluded' }), [null, 'excluded']],
  ['an unchanged visit since', page({ outcome: 'unchanged' }), [null, 'excluded']],
  ['a document fetched since', page({}), ['old', 'relevant']],
  ['the visit that was judged', page({ at: 1_000 }), [null, 'excluded']],
])('a later judgement counts after %s, unless it has a newer text', (_, stored, expected) => {
  const [merged] = mergeFeedback([stored], [revised(1_001, 'excluded'), revised(1_000, 'off-topic')]);
  expect([merged?.record, merged?.verdict]).toEqual(expected);
  expect(merged?.outcome).toBe(stored.outcome);
});

test('feedback on a URL without a committed visit stays partial', () => {
  expect(mergeFeedback([], [revised(1_000, 'excluded')])).toEqual([expect.objectContaining({ url, partial: true })]);
});
