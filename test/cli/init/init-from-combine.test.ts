import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadCrawlFile } from '../../../cli/load-crawl.ts';
import { thresher } from '../test-terminal.ts';

let folder: string;
const file = (name: string) => join(folder, 'carnivorous', name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-'));
  mkdirSync(file('.'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const importFiles = async (names: string[], ...args: string[]) => {
  const from = names.flatMap((name) => ['--from', file(name)]);
  return thresher(['init', ...from, '--seed', 'https://a.test/', '-o', file('crawl.yaml'), ...args]);
};
const importText = (text: string) => {
  writeFileSync(file('combine.cfg'), text);
  return importFiles(['combine.cfg']);
};
const settings = () => loadCrawlFile(file('crawl.yaml'));

const JOB_DEFAULT = `#@#Default configuration values Combine system
Operator-Email = "YOURNAME@YOUR.DOMAIN"
Password = "XxXxyYzZ"
baseConfigDir = /etc/combine
classifyPlugIn = Combine::Check_record
autoRecycleLinks = 1
doCheckRecord = 0
doAnalyse = 1
extractLinksFromText = 1
maxUrlLength = 250
UserAgentFollowRedirects = 0
UserAgentGetIfModifiedSince = 1
WaitIntervalHost = 60
WaitIntervalHarvesterLockSuccess = 1000000
WaitIntervalHarvesterLockNotModified = 1728000
WaitIntervalHarvesterLockNotFound = 7776000
WaitIntervalHarvesterLockUnavailable = 86400
WaitIntervalHarvesterLockRobotRules = 2592000
useTidy = 1
saveHTML = 1
ZebraHost =
<binext>
 .zip
 EXE dvi
</binext>
<converters>
 text/html ; ; GuessHTML
 application/pdf ; pdftohtml -i -noframes -stdout ; HTML
 application/postscript ; ps2ascii ; Text
</converters>
<url>
 <exclude>
  #default: CGI and maps
  URL cgi-bin|htbin|cgi|\\?
  URL \\.map$|_vti_
 </exclude>
 <allow>
  HOST: .*$
 </allow>
 <serveralias>
  <<include config_serveralias>>
 </serveralias>
 <sessionids>
  sessionid
  PHPSESSID
 </sessionids>
</url>
`;

test('converts the default values and those of a job', async () => {
  writeFileSync(file('jobdefault.cfg'), JOB_DEFAULT);
  writeFileSync(file('config_serveralias'), 'www.a.test  a.test www2.a.test\n');
  writeFileSync(file('topicdefinition.txt'), '50: optical glass=A.14.5, D.2.2\n');
  writeFileSync(file('sitesOK.txt'), 'botany.test\n');
  writeFileSync(file('combine.cfg'), 'Operator-Email = ada@bog.test\ndoCheckRecord 1\nautoRecycleLinks = 0\n');
  const { code, stderr } = await importFiles(['jobdefault.cfg', 'combine.cfg']);
  expect(stderr.map((line) => line.replace(`${file('')}/`, ''))).toEqual([
    expect.stringMatching(/^jobdefault\.cfg:3: Password: it is not sent/),
    expect.stringMatching(/^jobdefault\.cfg:4: baseConfigDir: file names/),
    expect.stringMatching(/^jobdefault\.cfg:19: useTidy: the HTML parser/),
    expect.stringMatching(/^jobdefault\.cfg:28: application\/pdf: the built-in converter for pdf replaces pdftohtml/),
  ]);
  expect(code).toBe(0);
  expect(await settings()).toMatchObject({
    ...{ crawl: 'carnivorous', seeds: ['https://a.test/'], scope: 'any', autoRecycleLinks: false, analyse: true },
    ...{ extractLinksFromText: true, followRedirects: false, limits: { maxUrlLength: 250 } },
    userAgent: 'carnivorous-crawler/1.0 (+mailto:ada@bog.test)',
    politeness: { hostPauseMs: 60_000 },
    revisit: { mode: 'fixed', days: 11.57, minDaysAfter: { unchanged: 20, gone: 90, failed: 1, robots: 30 } },
    fetch: { headFirst: ['zip', 'exe', 'dvi'] },
    documents: { programs: { ps: { command: ['ps2ascii', '{in}'], output: 'text' } } },
    exclude: ['URL cgi-bin|htbin|cgi|\\?', 'URL \\.map$|_vti_'],
    allow: ['HOST: .*$'],
    aliases: { 'a.test': 'www.a.test', 'www2.a.test': 'www.a.test' },
    sessionIds: ['sessionid', 'PHPSESSID'],
    topic: { filters: [{ sitesOk: ['botany.test'] }, { terms: 'topicdefinition.txt' }], follow: 'relevant' },
  });
  expect((await thresher(['validate', file('crawl.yaml')])).code).toBe(0);
  expect(readFileSync(file('crawl.yaml'), 'utf8')).toContain(
    'combine.cfg:19: useTidy'.replace('combine', 'jobdefault'),
  );
});

test('names the command that stands for a Zebra host, and skips waits that are shorter than those of every page', async () => {
  const { code, stderr } = await importText('ZebraHost = localhost:2100\nWaitIntervalHarvesterLockRobotRules = 60\n');
  expect(stderr).toEqual([expect.stringMatching(/combine\.cfg:1: ZebraHost: run `thresher zebra -o FOLDER`/)]);
  expect(code).toBe(0);
  expect(await settings()).toMatchObject({ revisit: { minDaysAfter: {} } });
});

test.each<[string, string, string]>([
  [
    'a look-behind',
    '<url>\n<exclude>\nURL (?<!a)b\nURL c\n</exclude>\n</url>',
    ':3: URL (?<!a)b: regular expression not supported by RE2: ',
  ],
  [
    'a back-reference',
    '<url>\n<exclude>\nURL c\nURL (a)\\1\n</exclude>\n</url>',
    ':4: URL (a)\\1: regular expression not supported',
  ],
  [
    'a row without a kind',
    '<url>\n<allow>\nwww.a.test\n</allow>\n</url>',
    ':3: www.a.test: neither HOST: nor URL in <allow>',
  ],
  ['an unknown key', 'maxPagse = 1', ':1: maxPagse: unknown key'],
  ['an unknown block', '<stuff>\na 1\n</stuff>', ':1: <stuff>: unknown block'],
  ['a value out of bounds', 'maxUrlLength = 5', ':1: maxUrlLength: limits.maxUrlLength: '],
  ['a value that is no number', 'WaitIntervalHost = long', ':1: WaitIntervalHost: the value is not valid'],
  ['a plug-in', 'doCheckRecord = 1\nclassifyPlugIn = My::Plugin', ':2: classifyPlugIn: a Perl module'],
  ['an SVM', 'doCheckRecord = 1\nclassifyPlugIn = Combine::classifySVM', ':2: classifyPlugIn: models of SVMLight'],
  ['a missing topic definition', 'doCheckRecord = 1', ':1: doCheckRecord: topicdefinition.txt was not found'],
  [
    'a switch that is always on',
    'UserAgentGetIfModifiedSince = 0',
    ':1: UserAgentGetIfModifiedSince: conditional requests are always',
  ],
  ['the placeholder address', 'Operator-Email = "YOURNAME@YOUR.DOMAIN"', ':1: Operator-Email: the placeholder'],
  [
    'a program of a shell',
    '<converters>\napplication/postscript ; cat | x ; Text\n</converters>',
    ':2: application/postscript: programs run without a shell',
  ],
  ['a file that is not included', 'include none.cfg', ':1: syntax: include none.cfg: no such file'],
  ['an open block', '<url>', ':1: syntax: <url> is not closed'],
])('reports %s with file and line, and writes the rest', async (_, text, message) => {
  const { code, stderr } = await importText(`${text}\n`);
  expect(code).toBe(1);
  expect(stderr).toEqual([expect.stringContaining(`combine.cfg${message}`)]);
  expect((await thresher(['validate', file('crawl.yaml')])).code).toBe(0);
});

test('keeps the patterns around one that is not supported, and translates spellings', async () => {
  await importText('<url>\n<exclude>\nURL (?!a)b\nURL c\\Z\nHOST: ^x\\.\\h\n</exclude>\n</url>\n');
  expect((await settings()).exclude).toEqual(['URL c\\z', 'HOST: ^x\\.[ \\t]']);
});

test('reads lists from here-documents', async () => {
  await importText('<url>\nsessionids <<END\nsid\nsessid\nEND\n</url>\n');
  expect((await settings()).sessionIds).toEqual(['sid', 'sessid']);
});

test('options override the file, and other ways to make settings are refused', async () => {
  writeFileSync(file('combine.cfg'), 'Operator-Email = ada@bog.test\n');
  await importFiles(['combine.cfg'], 'bogs', '--scope', 'host', '--user-agent', 'Bogbot/1.0');
  expect(await settings()).toMatchObject({ crawl: 'bogs', scope: 'host', userAgent: 'Bogbot/1.0' });
  const refused = await importFiles(['combine.cfg'], '--force', '--preset', 'site');
  expect({ code: refused.code, text: refused.stderr.join() }).toEqual({ code: 2, text: '--preset: not with --from' });
  expect((await importFiles(['none.cfg'], '--force')).code).toBe(2);
});
