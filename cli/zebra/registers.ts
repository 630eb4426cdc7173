import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CONFIG_FILE, CONFIGURATION, CURRENT, REGISTER_FOLDERS } from './configuration.ts';
import { BATCH_PREFIX } from './record-batches.ts';
import type { RegisterTarget } from './zebraidx.ts';

/** The registers that are being served. Changes go to their shadow until `commit`. */
export const CURRENT_REGISTERS: RegisterTarget = { config: CONFIG_FILE, options: [] };

const PREFIX = 'registers-';
/** Configuration of the registers that are written aside. */
const NEW_CONFIG = 'new.cfg';

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
  const previous = await readlink(link).catch(() => undefined);
  await symlink(name, `${link}.new`);
  await rename(`${link}.new`, link);
  await removeRegisters(folder, [name, previous]);
}

/** Deletes what an interrupted run has left, except its registers. */
export async function removeLeftovers(folder: string): Promise<void> {
  await rm(join(folder, `${CURRENT}.new`), { force: true });
  for (const entry of await readdir(folder))
    if (entry.startsWith(BATCH_PREFIX)) await rm(join(folder, entry), { recursive: true });
}

async function removeRegisters(folder: string, kept: readonly (string | undefined)[]): Promise<void> {
  for (const entry of await readdir(folder))
    if (entry.startsWith(PREFIX) && !kept.includes(entry)) await rm(join(folder, entry), { recursive: true });
  await rm(join(folder, NEW_CONFIG), { force: true });
}
