import { existsSync, lstatSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from '../command.ts';
import { CONFIG_FILE, CONFIGURATION, CURRENT, REGISTER_FOLDERS } from './configuration.ts';
import { BATCH_FOLDERS } from './record-batches.ts';
import type { RegisterTarget } from './zebraidx.ts';

/** The registers that are being served. Changes go to their shadow until `commit`. */
export const CURRENT_REGISTERS: RegisterTarget = { config: CONFIG_FILE, options: [] };

const PREFIX = 'registers-';
/** The names that `createRegisters` gives. Other files of the folder are not ours. */
const REGISTERS = /^registers-(\d+)$/;
/** Configuration of the registers that are written aside. */
const NEW_CONFIG = 'new.cfg';

/** Settings of Zebra that name what `createRegisters` creates. */
const PLACES = ['register', 'shadow', 'lockDir'] as const;

/**
 * Checks that a folder is not that of another Zebra database, whose registers the records would be written to.
 *
 * @throws UsageError
 */
export async function checkFolder(folder: string): Promise<void> {
  const link = join(folder, CURRENT);
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === false)
    throw new UsageError(`${link} exists, and is not a link to registers; give another folder with -o`);
  const file = join(folder, CONFIG_FILE);
  if (!existsSync(file)) return;
  const config = await readFile(file, 'utf8');
  for (const place of PLACES)
    if (!new RegExp(`^${place}:[ \\t]*${CURRENT}/`, 'm').test(config))
      throw new UsageError(
        `${file}: ${place}: must begin with ${CURRENT}/; correct it, or give another folder with -o`,
      );
}

/** Writes the files of the configuration that are missing. Existing ones may have been changed by the operator. */
export async function writeConfiguration(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(CONFIGURATION)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    if (!existsSync(file)) await writeFile(file, text);
  }
}

export const hasRegisters = (folder: string): boolean => existsSync(join(folder, CURRENT));

/** Creates empty registers beside those that are served. `name` is for `serveRegisters`. */
export async function createRegisters(folder: string, nowMs: number): Promise<RegisterTarget & { name: string }> {
  const name = `${PREFIX}${nowMs}`;
  for (const part of REGISTER_FOLDERS) await mkdir(join(folder, name, part), { recursive: true });
  const config = await readFile(join(folder, CONFIG_FILE), 'utf8');
  await writeFile(join(folder, NEW_CONFIG), config.replaceAll(`${CURRENT}/`, `${name}/`));
  return { name, config: NEW_CONFIG, options: ['-n'] };
}

/**
 * Lets new sessions of `zebrasrv` read these registers. Open sessions read on in the previous ones, which stay until the next call. Older
 * ones are deleted.
 */
export async function serveRegisters(folder: string, name: string): Promise<void> {
  const link = join(folder, CURRENT);
  const kept = [name, (await currentName(folder)) ?? ''].map(timeOf);
  await symlink(name, `${link}.new`);
  await rename(`${link}.new`, link);
  await removeRegisters(folder, (time) => !kept.includes(time));
}

/** Deletes what failed and killed runs have left: records, and registers that were never served. */
export async function removeLeftovers(folder: string): Promise<void> {
  await rm(join(folder, `${CURRENT}.new`), { force: true });
  for (const name of BATCH_FOLDERS) await rm(join(folder, name), { recursive: true, force: true });
  const served = timeOf((await currentName(folder)) ?? '') ?? -1;
  await removeRegisters(folder, (time) => time > served);
}

/** Returns the name of the registers that are served, or undefined if there are none. */
const currentName = (folder: string): Promise<string | undefined> =>
  readlink(join(folder, CURRENT)).catch(() => undefined);

/** Returns when registers were created, in epoch milliseconds, or undefined if the name is not one of registers. */
function timeOf(name: string): number | undefined {
  const time = REGISTERS.exec(name)?.[1];
  return time === undefined ? undefined : Number(time);
}

async function removeRegisters(folder: string, isRemoved: (time: number) => boolean): Promise<void> {
  for (const entry of await readdir(folder)) {
    const time = timeOf(entry);
    if (time !== undefined && isRemoved(time)) await rm(join(folder, entry), { recursive: true });
  }
  await rm(join(folder, NEW_CONFIG), { force: true });
}
