import { expect, test } from 'vitest';
import { settingPaths, settingsFromEnvironment, variableOf } from '../../../shared/settings/sources/environment.ts';

test('names a variable for each setting', () => {
  expect(variableOf(['limits', 'maxPathDepth'])).toBe('THRESHER_LIMITS_MAX_PATH_DEPTH');
  expect(variableOf(['fetch', 'http2'])).toBe('THRESHER_FETCH_HTTP2');
  const names = settingPaths().map(variableOf);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('THRESHER_SEEDS');
});

test('reads values as YAML, and ignores other variables', () => {
  const env = {
    THRESHER_LIMITS_PAGES: '5',
    THRESHER_LIMITS_MAX_DEPTH: 'null',
    THRESHER_SEARCH_LANGUAGES: '[sv, en]',
    THRESHER_TOKEN: 'x',
    THRESHER_DEBUG: '1',
    PATH: '/bin',
  };
  expect(settingsFromEnvironment(env)).toEqual({
    given: { limits: { pages: 5, maxDepth: null }, search: { languages: ['sv', 'en'] } },
    faults: [],
  });
});

test('reports unknown variables with the one that was meant, and values that are not YAML', () => {
  expect(settingsFromEnvironment({ THRESHER_LIMIT_PAGES: '5', THRESHER_ALLOW: '[a' }).faults).toEqual([
    { path: ['THRESHER_ALLOW'], message: expect.stringContaining('Flow sequence') },
    { path: ['THRESHER_LIMIT_PAGES'], message: 'sets no setting; did you mean THRESHER_LIMITS_PAGES?' },
  ]);
});
