import { expect, test } from 'vitest';
import { explainStep } from '../../../shared/frontier/explain/explain-step.ts';
import { judgeRedirect } from '../../../shared/settings/explain/explain-redirect.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import type { Url } from '../../../shared/url/url.ts';

const SETTINGS = readSettings({ seeds: ['http://a.example/'], exclude: ['/print/*'] });
const seeds = ['http://a.example/' as Url];

// target · depth · decision and reason
test.each([
  ['http://a.example/x', 1, 'followed', null],
  ['http://a.example/print/x', 1, 'refused', 'excluded'],
  ['http://b.example/', 1, 'refused', 'scope'],
  ['http://b.example/', 0, 'followed', null],
])('a redirect to %s at depth %i is %s', (to, depth, decision, reason) => {
  const steps = [explainStep('fetch', 'redirected', ''), explainStep('redirect', 'followed', `to ${to}`)];
  const judged = judgeRedirect(steps, { to: to as Url, depth }, seeds, SETTINGS);
  expect(judged[0]).toEqual(steps[0]);
  expect(judged[1]).toMatchObject({ decision, reason, detail: expect.stringContaining(`to ${to}`) });
});

test('a redirect to a new host of a full domain is refused', () => {
  const steps = [explainStep('redirect', 'followed', 'to http://a.example/x')];
  const spent = explainStep('budget', 'spent', '2 of 2 hosts', { reason: 'domain-budget' });
  const to = 'http://a.example/x' as Url;
  expect(judgeRedirect(steps, { to, depth: 1, budget: [spent] }, seeds, SETTINGS)).toMatchObject([
    { decision: 'refused', reason: 'domain-budget', detail: 'to http://a.example/x: 2 of 2 hosts' },
  ]);
  const within = explainStep('budget', 'within', '2 of 2 hosts');
  expect(judgeRedirect(steps, { to, depth: 1, budget: [within] }, seeds, SETTINGS)).toEqual(steps);
});

test('says nothing about a page that did not redirect', () => {
  const steps = [explainStep('fetch', 'fetched', '')];
  expect(judgeRedirect(steps, {}, seeds, SETTINGS)).toEqual(steps);
});
