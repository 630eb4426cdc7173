import { expect, test } from 'vitest';
import { changedSettings } from '../../../shared/settings/applied/changed-settings.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { keySet } from '../../../shared/url/key-set.ts';

/** Seeds that were gathered from a file, with the hosts as the keys of their scope. */
function gathered(...hosts: string[]) {
  const set = keySet();
  for (const host of hosts) set.add(host);
  return { gathered: 'list.cdx', seeds: hosts.length, keys: set.pack() };
}

const settings = (more: object) => readSettings({ seeds: ['http://h.test/'], ...more });

test.each<[object, object, string[]]>([
  [{}, {}, []],
  [{ concurrency: 3 }, { concurrency: 4, politeness: { hostPauseMs: 1 } }, []],
  [{}, { scope: 'any' }, ['scope reclassify']],
  [{}, { exclude: ['*/print/*'] }, ['exclude reclassify']],
  [{ limits: { maxDepth: 3 } }, { limits: { maxDepth: 4, pages: 9 } }, ['limits.maxDepth reclassify']],
  [{ limits: { maxDepth: 3 } }, {}, ['limits.maxDepth reclassify']],
  [{}, { limits: { maxHostsPerDomain: 6_000 } }, ['limits.maxHostsPerDomain reclassify']],
  [{}, { limits: { maxHostsPerDomain: 400 } }, []],
  [
    { limits: { maxPagesPerHost: 5, maxPagesPerTemplate: 5, maxPathDepth: 2, maxUrlLength: 100 } },
    { limits: { maxPagesPerHost: 6, maxPagesPerTemplate: null, maxPathDepth: 3, maxUrlLength: 200 } },
    [
      'limits.maxPagesPerHost reclassify',
      'limits.maxPagesPerTemplate reclassify',
      'limits.maxPathDepth reclassify',
      'limits.maxUrlLength reclean',
    ],
  ],
  // A lower limit refuses no link of stored pages that waits for a command.
  [{}, { limits: { maxDepth: 3, maxPagesPerHost: 5, maxPagesPerTemplate: 5, maxPathDepth: 2, maxUrlLength: 99 } }, []],
  [
    { topic: { filters: [{ terms: 't', termsText: '1: a=A' }] } },
    { topic: { filters: [{ terms: 't', termsText: '1: b=A' }] } },
    ['topic.filters reclassify'],
  ],
  [
    { topic: { filters: [{ terms: 't', cutOff: 5, termsText: '1: a=A' }] } },
    { topic: { filters: [{ termsText: '1: a=A', terms: 't', cutOff: 5, weights: undefined }] } },
    [],
  ],
  [
    { vocabularies: { subject: { file: 's', vocabularyText: 'a=A' }, keywords: { file: 'k', vocabularyText: 'a=A' } } },
    { vocabularies: { subject: { file: 't', vocabularyText: 'b=A' }, place: { file: 'p', vocabularyText: 'b=A' } } },
    ['vocabularies.keywords reclassify', 'vocabularies.place reclassify', 'vocabularies.subject reclassify'],
  ],
  // Seeds define the scope. Links of stored pages to new sites were refused.
  [{}, { seeds: ['http://h.test/', 'http://www.h.test/a'] }, []],
  [{}, { seeds: ['http://h.test/', 'http://new.test/'] }, ['seeds reclassify']],
  [{ seeds: ['http://h.test/', 'http://old.test/'] }, {}, []],
  [{ scope: 'any' }, { scope: 'any', seeds: ['http://h.test/', 'http://new.test/'] }, []],
  [{ scope: 'prefix' }, { scope: 'prefix', seeds: ['http://h.test/', 'http://h.test/a/'] }, []],
  [{ scope: 'prefix', seeds: ['http://h.test/a/'] }, { scope: 'prefix' }, ['seeds reclassify']],
  [{ seeds: [gathered('a.test', 'b.test')] }, { seeds: [gathered('b.test')] }, []],
  [{ seeds: [gathered('a.test', 'b.test')] }, { seeds: [gathered('b.test', 'c.test')] }, ['seeds reclassify']],
  [{}, { clean: { markdown: true, siteTemplates: false } }, ['clean.siteTemplates reclean', 'clean.markdown reclean']],
  [{}, { analyse: false, limits: { maxPageBytes: 5000 } }, ['limits.maxPageBytes recrawl', 'analyse reclean']],
])('finds what stored pages do not follow: %j, %j', (before, now, expected) => {
  const found = changedSettings(settings(before), settings(now)).map(({ key, command }) => `${key} ${command}`);
  expect(found.sort()).toEqual(expected.sort());
});
