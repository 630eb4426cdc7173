import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCrawlFile } from '../../../cli/load-crawl.ts';
import { warnMissingContact } from '../../../cli/seeds/missing-contact.ts';
import { writeDemo } from '../../../demo/demo.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { testTerminal, thresher } from '../test-terminal.ts';

const PUBLIC = 'https://example.org/';

function warnings(given: object): string[] {
  const terminal = testTerminal();
  warnMissingContact(readSettings({ seeds: [PUBLIC], ...given }), terminal);
  return terminal.stderr;
}

test('the default user agent has no contact', () => {
  expect(warnings({})).toEqual([
    'warning: site owners cannot reach you: the user agent Thresher/0.1 has no URL or mail address; set userAgent (--user-agent), such as Bogbot/1.0 (+https://example.org/bot)',
  ]);
});

test.each([
  'Bogbot/1.0 (+https://example.org/bot)',
  'Bogbot/1.0 (http://192.0.2.1/)',
  'Bogbot/1.0 (http://[2001:db8::1]/)',
  'Bogbot/1.0 (+example.org/bot)',
  'Bogbot/1.0 www.example.org',
  'Bogbot/1.0 (bog@example.org)',
  'Bogbot/1.0 (+mailto:bog@example.org)',
  'Mozilla/5.0 (compatible; Bogbot/1.0; +https://example.org/bot)',
])('%s has a contact', (userAgent) => {
  expect(warnings({ userAgent })).toEqual([]);
});

test.each(['Bogbot/1.0', 'Bogbot/1.0+2', 'Bogbot/1.0 (+https://)', 'Bogbot @home', 'bogbot.example'])(
  '%s has no contact',
  (userAgent) => {
    expect(warnings({ userAgent })).toHaveLength(1);
  },
);

describe('private seeds', () => {
  test.each([
    'http://127.0.0.1:8080/',
    'http://[::1]/',
    'http://10.1.2.3/',
    'http://localhost/',
    'http://wiki.internal/',
    'http://shop.test/',
  ])('%s needs no contact', (seed) => {
    for (const network of [{}, { allowPrivate: ['127.0.0.0/8', '::1', '10.0.0.0/8'] }])
      expect(warnings({ seeds: [seed], network })).toEqual([]);
  });

  test('a name that network.resolve sends to a private address needs no contact, one at a public address does', () => {
    const network = { resolve: { 'example.org': '127.0.0.1:8080' } };
    expect(warnings({ network })).toEqual([]);
    expect(warnings({ network: { resolve: { 'shop.test': '8.8.8.8' } }, seeds: ['http://shop.test/'] })).toHaveLength(
      1,
    );
  });

  test('one public seed, or a file of seeds, needs a contact', () => {
    expect(warnings({ seeds: ['http://localhost/', PUBLIC] })).toHaveLength(1);
    expect(warnings({ seeds: ['http://localhost/', { file: 'seeds.txt' }] })).toHaveLength(1);
    expect(warnings({ seeds: [{ gathered: 'seeds.txt', seeds: 1, keys: '' }] })).toHaveLength(1);
  });

  test('the demo needs no contact', async () => {
    const terminal = testTerminal();
    warnMissingContact(await loadCrawlFile(writeDemo(temporaryFolder(), 8080)), terminal);
    expect(terminal.stderr).toEqual([]);
  });
});

test('`crawl --dry-run` and `validate` print the warning once, and not with --user-agent', async () => {
  const file = join(temporaryFolder(), 'crawl.yaml');
  writeFileSync(file, `seeds: [${PUBLIC}]\n`);
  const warning = /^warning: site owners cannot reach you/;
  for (const command of [
    ['crawl', PUBLIC, '--dry-run'],
    ['crawl', file, '--dry-run', '--target', 'aws'],
    ['validate', file],
  ]) {
    expect((await thresher(command)).stderr).toEqual([expect.stringMatching(warning)]);
    expect((await thresher([...command, '--user-agent', `Bogbot/1.0 (+${PUBLIC})`])).stderr).toEqual([]);
  }
});
