/** The folder of an export that writes a file for each record. */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type ExportFolder = {
  /** Writes a file, which appears once it is complete. A file with the same content is left as it is, with its time. */
  write(name: string, content: string | Uint8Array): Promise<void>;
  /** Number of different files that were written or left as they are. */
  count(): number;
  /** Returns the names of files that earlier exports have written, and this one has not. */
  listOthers(): Promise<string[]>;
  /** @param names of `listOthers` */
  remove(names: readonly string[]): Promise<void>;
};

/** Names of `documentFileName`, also of a file that was not completed: stem, time, start of a digest. */
const EXPORTED_NAME = /-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d-[0-9a-f]{8}\.[a-z0-9]+(?:\.part)?$/;

/** Opens the folder of an export, and creates it if it does not exist. Keeps the names of its files in memory. */
export async function openExportFolder(folder: string): Promise<ExportFolder> {
  await mkdir(folder, { recursive: true });
  const written = new Set<string>();
  return {
    async write(name, content) {
      const file = join(folder, name);
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      if (!(await hasContent(file, bytes))) await replace(file, bytes);
      written.add(name);
    },
    count: () => written.size,
    async listOthers() {
      const names = await readdir(folder);
      return names.filter((name) => EXPORTED_NAME.test(name) && !written.has(name)).sort();
    },
    async remove(names) {
      for (const name of names) await rm(join(folder, name), { force: true });
    },
  };
}

async function hasContent(file: string, bytes: Uint8Array): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() === true && found.size === bytes.length && (await readFile(file)).equals(bytes);
}

async function replace(file: string, bytes: Uint8Array): Promise<void> {
  const part = `${file}.part`;
  try {
    await writeFile(part, bytes);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    // Errors of writes do not name the file.
    throw Object.assign(error as Error, { path: file });
  }
}
