import { afterEach, expect, test, vi } from 'vitest';
import { createVisitCaches, lambdaVisitOptions } from '../../functions/visit-options.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import type { Url } from '../../shared/url/url.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const settings = readSettings({ crawl: 'bog', seeds: ['http://bog.example/'] });
const unfetched = {
  url: 'http://bog.example/a' as Url,
  outcome: 'failed',
  reason: 'timeout',
  tries: 1,
  next: null,
} as const;

function optionsAt(level: string) {
  vi.stubEnv('AWS_LAMBDA_LOG_LEVEL', level);
  return lambdaVisitOptions(settings, 'host', createVisitCaches(1 << 20));
}

test('logs URLs that are refused or fail at level DEBUG only', () => {
  expect(optionsAt('INFO').onUnfetched).toBeUndefined();
  const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
  optionsAt('DEBUG').onUnfetched?.(unfetched);
  expect(debug).toHaveBeenCalledWith({ event: 'url-unfetched', crawl: 'bog', ...unfetched });
});
