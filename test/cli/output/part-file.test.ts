import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openExportFolder } from '../../../cli/export/export-folder.ts';
import { writeText } from '../../../cli/export/write-file.ts';
import { writeWhole } from '../../../cli/output/output-file.ts';
import { completeName, partFile, partFolder } from '../../../cli/output/part-file.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

const NAME = 'bog-2026-05-01-00-00-00-0a1b2c3d.md';

test('two exports to a file at a time do not mix, and the one that ends last stays', async () => {
  const file = join(temporaryFolder(), 'bogs.txt');
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  async function* slow() {
    yield 'fen\n';
    begin();
    await ended;
    yield 'heath\n';
  }
  const last = writeText(file, slow());
  await begun;
  await writeText(
    file,
    (async function* () {
      yield 'bog\n';
    })(),
  );
  expect(readFileSync(file, 'utf8')).toBe('bog\n');
  end();
  await last;
  expect(readFileSync(file, 'utf8')).toBe('fen\nheath\n');
});

test('two exports to a folder at a time complete the same files', async () => {
  const dir = temporaryFolder();
  const text = 'peat '.repeat(1_000_000);
  const folders = await Promise.all([openExportFolder(dir, 'md'), openExportFolder(dir, 'md')]);
  await Promise.all(folders.map((folder) => folder.write(NAME, text)));
  expect(readdirSync(dir)).toEqual([NAME]);
  expect(readFileSync(join(dir, NAME), 'utf8')).toBe(text);
});

test('a file is written at the same time by two, as a whole', async () => {
  const dir = temporaryFolder();
  await Promise.all(['a', 'b'].map((letter) => writeWhole(join(dir, 'x.json'), Buffer.from(letter.repeat(9)))));
  expect(readdirSync(dir)).toEqual(['x.json']);
});

test('removes old parts of ended processes only', async () => {
  const dir = temporaryFolder();
  const file = join(dir, 'bogs.txt');
  const [own, folder] = [partFile(file), partFolder(file)];
  const names = ['bogs.txt.99999999-0a1b2c.part', 'fens.txt.99999999-0a1b2c.part', 'bogs.txt.part'];
  const recent = join(dir, 'bogs.txt.99999998-0a1b2c.part');
  const old = [own, ...names.map((name) => join(dir, name))];
  for (const name of [...old, recent]) writeFileSync(name, 'half');
  mkdirSync(folder);
  const [oldFolder, growing] = ['0a1b2c', '3d4e5f'].map((end) => join(dir, `bogs.txt.99999999-${end}.parts`)) as [
    string,
    string,
  ];
  for (const parts of [oldFolder, growing]) {
    mkdirSync(parts);
    writeFileSync(join(parts, 'bogs-00001.txt'), 'half');
  }
  for (const name of [...old, folder, join(oldFolder, 'bogs-00001.txt'), oldFolder, growing]) utimesSync(name, 1, 1);
  await writeText(
    file,
    (async function* () {
      yield 'bog';
    })(),
  );
  const left = [file, own, folder, recent, growing, ...names.slice(1).map((name) => join(dir, name))];
  expect(
    readdirSync(dir)
      .map((name) => join(dir, name))
      .sort(),
  ).toEqual(left.sort());
  expect([own, folder].map(completeName)).toEqual([file, file]);
});
