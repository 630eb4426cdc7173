import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { administer } from '../../../functions/admin/administer.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';
import { type FolderStack, openFolderStack } from './folder-stack.ts';

/*
 * The code of the function Admin over the stores of a data folder, which a crawl on one machine fills. The same crawl is
 * reclassified in a copy of the folder by the command for one machine.
 */

let root: string;
let dir: string;
let copy: string;
let site: TestSite;
let stack: FolderStack;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'thresher-reclassify-aws-'));
  [dir, copy] = [join(root, 'stack'), join(root, 'copy')];
  writeFileSync(join(root, 'moss.txt'), '10: moss1=M\n');
  writeFileSync(join(root, 'fern.txt'), '10: fern1=F\n');
  site = await startSite({
    '/': `${prose('index')}<a href="/moss">a</a> <a href="/fern">b</a> <a href="/mixed">c</a> <a href="/rain">d</a>`,
    '/moss': `${prose('moss')}<a href="/below-moss">below</a>`,
    '/fern': `${prose('fern')}<a href="/below-fern">below</a>`,
    '/mixed': `${prose('fern')} ${prose('moss')}`,
    '/rain': prose('rain'),
    '/below-moss': prose('moss', 80),
    '/below-fern': prose('fern', 80),
  });
  const options = ['--allow-private', '127.0.0.0/8', '--delay', '0', '--follow', 'relevant', '--dir', dir];
  expect(
    (await thresher(['crawl', `${site.origin}/`, ...options, '--name', 'plants', '--topic', join(root, 'moss.txt')]))
      .code,
  ).toBe(0);
  cpSync(dir, copy, { recursive: true });
  stack = await openFolderStack(dir);
  await stack.stores.control.setState('plants', 'paused');
});
afterEach(() => {
  stack.stores.close();
  site.close();
  rmSync(root, { recursive: true });
});

const onStack = (...args: string[]) =>
  thresher(['reclassify', ...args, '--target', 'aws', '--dir', dir, '--name', 'plants', '--json']);
const topic = (name: string) => ['--topic', join(root, `${name}.txt`)];

async function indexed(): Promise<string[]> {
  const found: string[] = [];
  for await (const { url, score } of stack.stores.index.records('plants'))
    found.push(`${url.replace(site.origin, '')} ${score}`);
  return found.sort();
}
async function indexedInCopy(): Promise<string[]> {
  const local = await thresher(['export', '--dir', copy, '--name', 'plants']);
  return local
    .answers()
    .map(({ url, score }) => `${String(url).replace(site.origin, '')} ${score}`)
    .sort();
}

test.each([
  ['in one call', 0],
  ['in calls that run out of time', 15_000],
])('gives the same records as on one machine, %s', async (_, each) => {
  stack.slownessMs = each;
  site.requests();
  const before = await indexed();
  const dry = await onStack(...topic('fern'), '--dry-run');
  expect(dry.code).toBe(0);
  expect(dry.answers()).toMatchObject([{ applied: false, transitions: { enters: 1, leaves: 2, rescored: 1 } }]);
  await stack.runIndexStage();
  expect(await indexed()).toEqual(before);
  stack.calls = 0;
  const applied = await onStack(...topic('fern'));
  expect([applied.code, applied.stderr]).toEqual([0, []]);
  if (each > 0) expect(stack.calls).toBeGreaterThan(3);
  await stack.runIndexStage();

  const local = await thresher(['reclassify', ...topic('fern'), '--dir', copy, '--name', 'plants', '--json']);
  const [{ transitions, examples, links, cutOffs }] = applied.answers() as [Record<string, unknown>];
  expect(local.answers()).toMatchObject([{ transitions, examples, links, cutOffs }]);
  expect(await indexed()).toEqual(await indexedInCopy());
  expect(site.requests()).toEqual([]);
  expect((await onStack()).answers()).toMatchObject([{ transitions: { enters: 0, leaves: 0, rescored: 0 } }]);
});

test('a second topic holds although the records of the first have not reached the index', async () => {
  const before = await indexed();
  expect((await onStack(...topic('fern'))).code).toBe(0);
  expect((await onStack(...topic('moss'))).code).toBe(0);
  await stack.runIndexStage();
  expect(await indexed()).toEqual(before);
});

test('refuses an open crawl and an invalid topic, and changes nothing', async () => {
  const { settingsKey } = (await stack.stores.control.get('plants'))!;
  await stack.stores.control.setState('plants', 'open');
  const refused = await onStack(...topic('fern'));
  expect(refused).toMatchObject({ code: 2, stderr: [expect.stringMatching(/plants is open: pause it first/)] });
  expect((await onStack(...topic('fern'), '--dry-run')).code).toBe(0);
  await stack.stores.control.setState('plants', 'paused');
  const invalid = { action: 'reclassify', crawl: 'plants', apply: true, topic: { filters: [{ nothing: 1 }] } };
  expect(await administer(invalid, stack.stores, 'host')).toMatchObject({ status: 400 });
  expect((await stack.stores.control.get('plants'))!.settingsKey).toBe(settingsKey);
});
