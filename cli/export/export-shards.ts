/** Records divided among several files, for corpora that programs read in parallel. */
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { partFolder, removeStrayParts } from '../output/part-file.ts';

/** Digits of the number of a file. */
const DIGITS = 5;

/**
 * Writes records to files of at most `perFile` records: `corpus-00001.jsonl`, `corpus-00002.jsonl` … for `corpus.jsonl`. The files are written to
 * a folder beside them (`partFolder`) and appear once all are complete; then those of an earlier export are replaced, also if it had more files.
 * There is one file if there are no records.
 *
 * @param write writes records to a file, and returns their number
 * @returns the names of the files, and the number of records
 */
export async function exportShards<Item>(
  file: string,
  perFile: number,
  records: AsyncIterable<Item>,
  write: (file: string, records: AsyncIterable<Item>) => Promise<number>,
): Promise<{ files: string[]; records: number }> {
  const [folder, part] = [dirname(file), partFolder(file)];
  const names: string[] = [];
  let count = 0;
  removeStrayParts(file);
  await mkdir(part);
  try {
    for await (const shard of shardsOf(records, perFile)) {
      const name = shardName(basename(file), names.length + 1);
      count += await write(join(part, name), shard);
      names.push(name);
    }
    // At once, so that the files of another export into the same place do not come between them.
    const earlier = listShards(folder, file);
    for (const name of names) renameSync(join(part, name), join(folder, name));
    const ours = new Set(names);
    for (const name of earlier) if (!ours.has(name)) rmSync(join(folder, name), { force: true });
    return { files: names.map((name) => join(folder, name)), records: count };
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** Yields the records in parts, each of which must be read before the next one. The first one may be empty. */
async function* shardsOf<Item>(records: AsyncIterable<Item>, perFile: number): AsyncGenerator<AsyncIterable<Item>> {
  const items = records[Symbol.asyncIterator]();
  let next = await items.next();
  async function* shard() {
    for (let count = 0; count < perFile && !next.done; count++) {
      yield next.value;
      next = await items.next();
    }
  }
  try {
    do yield shard();
    while (!next.done);
  } finally {
    await items.return?.();
  }
}

/** Extension of a name, with that of its compression. */
const EXTENSION = /(?:\.[^.]+)?(?:\.(?:gz|zst))?$/i;

const shardName = (name: string, number: number): string =>
  name.replace(EXTENSION, (extension) => `-${`${number}`.padStart(DIGITS, '0')}${extension}`);

/** Returns the names of files that an export to `file` may have written to a folder. */
function listShards(folder: string, file: string): string[] {
  const name = basename(file);
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  const stem = `${name.slice(0, name.length - extension.length)}-`;
  return readdirSync(folder).filter((one) => {
    const number = one.slice(stem.length, one.length - extension.length);
    return one.startsWith(stem) && one.endsWith(extension) && /^\d{5,}$/.test(number);
  });
}
