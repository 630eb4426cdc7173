import { describe, expect, test, vi } from 'vitest';
import { type Interpretation, interpretResponse, type ResponseRules } from '../../shared/fetch/interpret-response.ts';
import { NO_CHECKS } from '../../shared/frontier/change-rate.ts';
import type { PageEntry } from '../../shared/frontier/host/entry.ts';
import { describeRevisit, packHistory } from '../../shared/frontier/host/history.ts';
import { fixedRevisitRules } from '../../shared/frontier/revisit.ts';
import { headerValue } from '../../shared/http/headers.ts';
import type { FailureReason, HttpFailure, HttpResponse } from '../../shared/ports/fetcher.ts';
import type { Url } from '../../shared/url/url.ts';

const NOW = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;
const RULES: ResponseRules = { revisit: fixedRevisitRules(7 * DAY), maxRedirects: 5 };
const FRESH = { tries: 0, hops: 0, isSame: false };
const REVISIT = NOW + 7 * DAY;

function answer(status: number, headers: [string, string][] = []): HttpResponse {
  return {
    kind: 'response',
    status,
    statusText: '',
    httpVersion: '1.1',
    headers,
    body: new Uint8Array(),
    truncated: false,
    requestHeaders: [],
    address: '127.0.0.1',
  };
}
const failure = (reason: FailureReason): HttpFailure => ({ kind: 'failure', reason, detail: '' });

const TO = [['Location', '/there']] as [string, string][];
const FIRST_RETRY = NOW + 10_000;

// status · headers · outcome · next visit · whether the host backs off
test.each<[number, [string, string][], string, number, boolean]>([
  [200, [], 'fetched', REVISIT, false],
  [201, [], 'fetched', REVISIT, false],
  [206, [], 'fetched', REVISIT, false],
  [304, [], 'failed.protocol', FIRST_RETRY, false],
  [301, TO, 'redirected', REVISIT, false],
  [302, TO, 'redirected', REVISIT, false],
  [303, TO, 'redirected', REVISIT, false],
  [307, TO, 'redirected', REVISIT, false],
  [308, TO, 'redirected', REVISIT, false],
  [302, [], 'refused.redirect-nowhere', REVISIT, false],
  [302, [['location', '']], 'refused.redirect-nowhere', REVISIT, false],
  [300, TO, 'redirected', REVISIT, false],
  [300, [], 'refused.redirect-nowhere', REVISIT, false],
  [305, TO, 'refused.redirect-nowhere', REVISIT, false],
  [400, [], 'refused.client-error', REVISIT, false],
  [401, [], 'refused.client-error', REVISIT, false],
  [403, [], 'refused.client-error', REVISIT, false],
  [404, [], 'gone.not-found', REVISIT, false],
  [410, [], 'gone.gone', REVISIT, false],
  [429, [], 'failed.too-many-requests', FIRST_RETRY, true],
  [451, [], 'refused.client-error', REVISIT, false],
  [500, [], 'failed.server-error', FIRST_RETRY, false],
  [502, [], 'failed.server-error', FIRST_RETRY, false],
  [503, [], 'failed.server-error', FIRST_RETRY, true],
  [504, [], 'failed.server-error', FIRST_RETRY, false],
  [599, [], 'failed.server-error', FIRST_RETRY, false],
  [403, [['CF-Mitigated', 'challenge']], 'failed.bot-check', FIRST_RETRY, true],
  [202, [['x-amzn-waf-action', 'challenge']], 'failed.bot-check', FIRST_RETRY, true],
  [405, [['x-amzn-waf-action', 'captcha']], 'failed.bot-check', FIRST_RETRY, true],
  [202, [['x-amzn-waf-action', 'count']], 'fetched', REVISIT, false],
])('status %i with %j is %s', (status, headers, outcome, next, hostFault) => {
  const interpretation = interpretResponse(answer(status, headers), FRESH, NOW, RULES);
  expect(interpretation).toMatchObject({ outcome, next, hostFault, tries: outcome.startsWith('failed') ? 1 : 0 });
  expect(interpretation).not.toHaveProperty('restUntil');
  expect(interpretation.location).toBe(outcome === 'redirected' ? '/there' : undefined);
});

// reason · whether the host backs off
test.each<[FailureReason, boolean]>([
  ['dns', true],
  ['connect', true],
  ['tls', true],
  ['timeout', true],
  ['protocol', false],
  ['truncated', false],
  ['header-too-large', false],
])('failure %s is a failure of the URL; of the host as well: %s', (reason, hostFault) => {
  expect(interpretResponse(failure(reason), FRESH, NOW, RULES)).toEqual({
    history: expect.any(String),
    outcome: `failed.${reason}`,
    next: FIRST_RETRY,
    tries: 1,
    hostFault,
  });
});

// header bytes · decoded location
test.each([
  ['/caf\xc3\xa9', '/café'],
  ['/caf\xe9', '/caf\xe9'],
  ['/caf%C3%A9', '/caf%C3%A9'],
])('decodes the Location %j as %s', (bytes, location) => {
  expect(interpretResponse(answer(301, [['Location', bytes]]), FRESH, NOW, RULES).location).toBe(location);
});

test('never retries a private address and does not blame the host', () => {
  expect(interpretResponse(failure('private-address'), { ...FRESH, tries: 2 }, NOW, RULES)).toEqual({
    outcome: 'refused.private-address',
    tries: 0,
    hostFault: false,
  });
});

/** A page with validators: its request is conditional. */
const KNOWN: PageEntry = {
  url: 'http://moor.test/page' as Url,
  at: NOW - 7 * DAY,
  class: 1,
  depth: 1,
  outcome: 'fetched',
  visits: 1,
  tries: 0,
  etag: '"1"',
  record: 'record',
};

test('status 304 says that a page is unchanged only if its request was conditional', () => {
  const outcomeOf = (page: PageEntry) => interpretResponse(answer(304), { ...FRESH, page }, NOW, RULES).outcome;
  const { etag: _, ...unconditional } = KNOWN;
  expect(outcomeOf(KNOWN)).toBe('unchanged');
  expect(outcomeOf({ ...unconditional, modified: 'Wed, 03 Jan 2024 04:05:06 GMT' })).toBe('unchanged');
  expect(outcomeOf(unconditional)).toBe('failed.protocol');
  const confirmed = packHistory({ since: 0, why: 'f', checks: NO_CHECKS, goneConfirmed: true });
  expect(outcomeOf({ ...KNOWN, history: confirmed })).toBe('failed.protocol');
});

describe('a page that was readable before', () => {
  const REFUSED = { ...KNOWN, outcome: 'refused.client-error', at: NOW - DAY };
  const at = (status: number, page: PageEntry, rules = RULES) =>
    interpretResponse(answer(status), { ...FRESH, page }, NOW, rules);
  const never = { ...RULES, revisit: fixedRevisitRules(null) };

  test.each([401, 403])('is asked again a day after status %i, and is closed then', (status) => {
    for (const rules of [RULES, never])
      expect(at(status, KNOWN, rules)).toMatchObject({ outcome: 'refused.client-error', next: NOW + DAY, tries: 0 });
    expect(at(status, REFUSED)).toMatchObject({ outcome: 'gone.closed', next: REVISIT });
    expect(at(status, { ...REFUSED, outcome: 'gone.held' }).outcome).toBe('gone.closed');
  });

  test('is kept while a check for browsers stands in its place', () => {
    const check = answer(403, [['cf-mitigated', 'challenge']]);
    for (const page of [KNOWN, REFUSED])
      expect(interpretResponse(check, { ...FRESH, page }, NOW, RULES).outcome).toBe('failed.bot-check');
  });

  test('is not closed by two responses within twelve hours', () => {
    const twice = at(403, { ...REFUSED, at: NOW - DAY / 2 + 1 });
    expect(twice).toMatchObject({ outcome: 'refused.client-error', next: NOW + DAY });
  });

  test('is closed after two visits, also if it is visited more often than twice a day', () => {
    const often = { ...RULES, revisit: fixedRevisitRules(DAY / 4) };
    const { next, outcome } = at(403, KNOWN, often);
    expect([next, outcome]).toEqual([NOW + DAY, 'refused.client-error']);
    expect(at(403, REFUSED, often).outcome).toBe('gone.closed');
  });

  test('is closed at once for legal reasons', () => {
    expect(at(451, KNOWN).outcome).toBe('gone.closed');
  });

  test('is not closed by other statuses, nor if it has no record', () => {
    for (const status of [400, 405, 431]) expect(at(status, REFUSED).outcome).toBe('refused.client-error');
    for (const record of [undefined, null])
      expect(at(451, { ...REFUSED, record } as PageEntry)).toMatchObject({
        outcome: 'refused.client-error',
        next: REVISIT,
      });
  });
});

test('reports the same body as unchanged', () => {
  expect(interpretResponse(answer(200), { ...FRESH, isSame: true }, NOW, RULES).outcome).toBe('unchanged');
});

test('schedules only failures again if revisits are off', () => {
  const once = { ...RULES, revisit: fixedRevisitRules(null) };
  for (const status of [200, 403, 404])
    expect(interpretResponse(answer(status), FRESH, NOW, once)).not.toHaveProperty('next');
  expect(interpretResponse(answer(304), { ...FRESH, page: KNOWN }, NOW, once)).not.toHaveProperty('next');
  expect(interpretResponse(answer(301, TO), FRESH, NOW, once)).not.toHaveProperty('next');
  expect(interpretResponse(answer(500), FRESH, NOW, once).next).toBe(FIRST_RETRY);
});

describe('consecutive redirects', () => {
  test.each([
    [0, 'redirected'],
    [4, 'redirected'],
    [5, 'refused.redirect-loop'],
    [9, 'refused.redirect-loop'],
  ])('after %i of at most five, the next one is %s', (hops, outcome) => {
    const interpretation = interpretResponse(answer(302, TO), { ...FRESH, hops }, NOW, RULES);
    expect(interpretation.outcome).toBe(outcome);
    expect(interpretation.location !== undefined).toBe(outcome === 'redirected');
  });

  test('refuses the first redirect if none is allowed', () => {
    expect(interpretResponse(answer(302, TO), FRESH, NOW, { ...RULES, maxRedirects: 0 }).outcome).toBe(
      'refused.redirect-loop',
    );
  });
});

describe('consecutive failures', () => {
  // failures before · delay of the next try; null: retired
  test.each<[number, number | null]>([
    [0, 10_000],
    [1, 60_000],
    [2, 600_000],
    [3, 3_600_000],
    [4, DAY],
    [5, null],
    [50, null],
  ])('after %i failures the next try is in %s ms', (tries, wait) => {
    for (const failed of [answer(500), failure('timeout')]) {
      const interpretation = interpretResponse(failed, { ...FRESH, tries }, NOW, RULES);
      expect(interpretation.next).toBe(wait === null ? undefined : NOW + wait);
      expect(interpretation.tries).toBe(tries + 1);
    }
  });

  test('end with any other response', () => {
    for (const status of [200, 304, 403, 404]) {
      expect(interpretResponse(answer(status), { ...FRESH, tries: 4, page: KNOWN }, NOW, RULES).tries).toBe(0);
    }
  });
});

describe('Retry-After', () => {
  const rest = (value: string, status = 503): Interpretation =>
    interpretResponse(answer(status, [['Retry-After', value]]), FRESH, NOW, RULES);

  // header value · end of the rest
  test.each<[string, number]>([
    ['120', NOW + 120_000],
    [' 120 ', NOW + 120_000],
    ['0', NOW],
    ['Thu, 01 Jan 2026 00:05:00 GMT', NOW + 300_000],
    ['Thursday, 01-Jan-26 00:05:00 GMT', NOW + 300_000],
    ['Thu Jan  1 00:05:00 2026', NOW + 300_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', NOW - 60_000],
    ['86401', NOW + DAY],
    ['99999999999999999999999', NOW + DAY],
    ['Fri, 01 Jan 2027 00:00:00 GMT', NOW + DAY],
  ])('of %j is obeyed for at most a day', (value, until) => {
    for (const status of [429, 503]) expect(rest(value, status)).toMatchObject({ hostFault: true, restUntil: until });
  });

  test.each([
    '',
    'soon',
    '-5',
    '3.5',
    '1e9',
    '120s',
    'in 2040',
    'foo 5',
    'Thu, 01 Jan',
    'Thu 99:99:99',
    'tomorrow',
    'NaN',
  ])('of %j is ignored', (value) => {
    const interpretation = rest(value);
    expect(interpretation.hostFault).toBe(true);
    expect(interpretation).not.toHaveProperty('restUntil');
  });

  test('as a date is UTC in any time zone', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(new Date(NOW).getHours()).toBe(19);
    expect(rest('Thu Jan  1 00:05:00 2026').restUntil).toBe(NOW + 300_000);
    vi.unstubAllEnvs();
  });

  test('delays the next try of the URL but never advances it', () => {
    expect(rest('120').next).toBe(NOW + 120_000);
    expect(rest('3').next).toBe(FIRST_RETRY);
  });

  test('is the reason of the next visit if it delays the retry', () => {
    expect(describeRevisit(rest('120').history)).toMatch(/^retry when the server asked for it \(Retry-After/);
    for (const value of ['3', 'soon']) expect(describeRevisit(rest(value).history)).toBe('retry after a failure');
  });

  test('does not add tries to a retired URL', () => {
    const interpretation = interpretResponse(answer(503, [['Retry-After', '120']]), { ...FRESH, tries: 5 }, NOW, RULES);
    expect(interpretation).toMatchObject({ restUntil: NOW + 120_000, tries: 6 });
    expect(interpretation).not.toHaveProperty('next');
  });

  test('is ignored with other statuses', () => {
    for (const status of [200, 404, 500]) expect(rest('120', status)).not.toHaveProperty('restUntil');
  });
});

test('finds headers in any case, the first of several', () => {
  const headers: [string, string][] = [
    ['LOCATION', '/a'],
    ['location', '/b'],
  ];
  expect(headerValue(headers, 'location')).toBe('/a');
  expect(headerValue(headers, 'etag')).toBeUndefined();
});

describe('minimum times by outcome', () => {
  const min = { fetched: 8 * DAY, unchanged: 9 * DAY, gone: 10 * DAY, failed: DAY };
  const rules: ResponseRules = { ...RULES, revisit: { ...RULES.revisit, minAfterMs: min } };
  const page = { etag: '"1"', at: NOW - DAY, tries: 0, outcome: 'fetched' } as PageEntry;

  test.each<[number, Partial<typeof FRESH> & { page?: PageEntry }, number]>([
    [200, {}, NOW + 8 * DAY],
    [200, { isSame: true }, NOW + 9 * DAY],
    [304, { page }, NOW + 9 * DAY],
    [404, {}, NOW + 10 * DAY],
    [410, {}, NOW + 10 * DAY],
    [500, {}, NOW + DAY],
    [403, {}, REVISIT],
  ])('postpones the next visit after %i', (status, url, next) => {
    expect(interpretResponse(answer(status), { ...FRESH, ...url }, NOW, rules).next).toBe(next);
  });

  test('leaves later visits, and pages that are not fetched again, as they are', () => {
    expect(interpretResponse(answer(500), { ...FRESH, tries: 4 }, NOW, rules).next).toBe(NOW + DAY);
    expect(interpretResponse(answer(500), { ...FRESH, tries: 5 }, NOW, rules)).not.toHaveProperty('next');
    const never: ResponseRules = { ...RULES, revisit: { ...fixedRevisitRules(null), minAfterMs: min } };
    expect(interpretResponse(answer(404), FRESH, NOW, never)).not.toHaveProperty('next');
    expect(interpretResponse(failure('dns'), FRESH, NOW, rules)).toMatchObject({ next: NOW + DAY, hostFault: true });
  });

  test('tells explain why', () => {
    const { history } = interpretResponse(answer(404), FRESH, NOW, rules);
    expect(describeRevisit(history)).toMatch(/^minimum time after this outcome/);
  });
});
