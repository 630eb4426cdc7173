import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stop } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanLoader, loadBundledPlugin, withTopicPlugins } from '../../functions/plugins.ts';
import { bundleHandlers } from '../../infra/bundle.ts';
import { compileFilters } from '../../shared/classify/judge.ts';
import type { CleanDocument } from '../../shared/clean/document.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { topicFiltersOf } from '../../shared/settings/stage-options.ts';
import { documentOf } from '../classify/documents.ts';

let folder: string;
let bundled: URL;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-plugins-'));
  const file = join(folder, 'mine.ts');
  writeFileSync(join(folder, 'part.ts'), 'export const word: string = "mine";');
  writeFileSync(
    file,
    `import { word } from './part.ts';\nexport const document = (doc: object): object => ({ ...doc, title: word });`,
  );
  const topic = join(folder, 'topic.ts');
  writeFileSync(
    topic,
    `import { word } from './part.ts';\nexport const classify = (): object => ({ verdict: 1, why: word });`,
  );
  await bundleHandlers(folder, ['clean'], [file, topic]);
  bundled = pathToFileURL(join(folder, 'clean', 'plugins.mjs'));
});
afterAll(() => rmSync(folder, { recursive: true }));
// esbuild keeps up to a gigabyte of memory until it ends.
afterAll(stop);

test('finds a deployed plug-in by file name, with its imports', async () => {
  const plugin = await loadBundledPlugin('/elsewhere/crawls/mine.ts', bundled);
  expect(plugin.document({} as CleanDocument)).toEqual({ title: 'mine' });
});

test('loads the deployed plug-in of a topic, with its time limit', async () => {
  const settings = readSettings({
    seeds: ['http://a.example/'],
    topic: { filters: [{ plugin: '/elsewhere/topic.ts' }] },
  });
  expect(() => compileFilters(topicFiltersOf(settings))).toThrow('the topic plug-in is not loaded');
  const judge = compileFilters(topicFiltersOf(await withTopicPlugins(settings, bundled)));
  expect(judge(documentOf())).toMatchObject({ kind: 'relevant', why: 'topic.ts: mine' });
  const none = readSettings({ seeds: ['http://a.example/'], topic: { filters: [{ plugin: 'none.ts' }] } });
  await expect(withTopicPlugins(none, bundled)).rejects.toThrow('without the plug-in none.ts');
});

test('throws with advice for a plug-in that was not deployed, and reads no other file', async () => {
  await expect(loadBundledPlugin('other.ts', bundled)).rejects.toThrow('without the plug-in other.ts');
  const none = pathToFileURL(join(folder, 'none', 'plugins.mjs'));
  await expect(loadBundledPlugin('mine.ts', none)).rejects.toThrow('without the plug-in mine.ts');
});

test('rejects two plug-ins with the same file name', async () => {
  const files = [join(folder, 'mine.ts'), '/elsewhere/mine.ts'];
  await expect(bundleHandlers(folder, ['clean'], files)).rejects.toThrow('two plug-ins are called mine.ts');
});

test('loads files from the data bucket by file name', async () => {
  const objects = { get: async (key: string) => (key === 'files/geo.mmdb' ? Uint8Array.of(7) : undefined) };
  const { file } = cleanLoader(objects);
  expect(await file('/elsewhere/crawls/geo.mmdb')).toEqual(Uint8Array.of(7));
  await expect(file('other.mmdb')).rejects.toThrow('files/other.mmdb is not in the data bucket');
});

test('caches a file that several crawls name, and retries a missing one', async () => {
  const stored = new Map<string, Uint8Array>();
  const { file } = cleanLoader({ get: async (key) => stored.get(key)?.slice() });
  await expect(file('geo.mmdb')).rejects.toThrow('not in the data bucket');
  stored.set('files/geo.mmdb', Uint8Array.of(7));
  const [one, same] = await Promise.all([file('geo.mmdb'), file('/elsewhere/geo.mmdb')]);
  expect(one).toEqual(Uint8Array.of(7));
  expect(same).toBe(one);
});
