/** The folder of an export that writes a file for each record. */
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { completeName, isStrayPart, partFile, partFlag } from '../output/part-file.ts';
import type { FolderFormat } from './export-formats.ts';

export type ExportFolder = {
  /** Writes a file, which appears once it is complete. A file with the same content is left as it is, with its time. */
  write(name: string, content: string | Uint8Array): Promise<void>;
  /** Number of different files that were written or left as they are. */
  count(): number;
  /** Returns the names of files that earlier exports of the same format have written, and this one has not, with files that killed ones have not completed. */
  listOthers(): Promise<string[]>;
  /** @param names of `listOthers` */
  remove(names: readonly string[]): Promise<void>;
};

/** Names of `documentFileName`: stem, time, start of a digest. */
const EXPORTED_NAME = /-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d-[0-9a-f]{8}\.[a-z0-9]+$/;

/** Opens the folder of an export, and creates it if it does not exist. Keeps the names of its files in memory. */
export async function openExportFolder(folder: string, format: FolderFormat): Promise<ExportFolder> {
  await mkdir(folder, { recursive: true });
  const isOther = async (name: string): Promise<boolean> => {
    const path = join(folder, name);
    const complete = completeName(name);
    // A file that was not completed is of no use to either format.
    if (complete !== undefined) return EXPORTED_NAME.test(complete) && isStrayPart(path);
    if (!EXPORTED_NAME.test(name) || written.has(name)) return false;
    // The pages of a site may be Markdown files.
    return (name.endsWith('.md') && (await isExportedMarkdown(path))) === (format === 'md');
  };
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
      const entries = await readdir(folder, { withFileTypes: true });
      const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
      const others: string[] = [];
      for (const name of names.sort()) if (await isOther(name)) others.push(name);
      return others;
    },
    async remove(names) {
      for (const name of names) await rm(join(folder, name), { force: true });
    },
  };
}

/** Returns whether a file begins with the front matter of the format `md`, in which the time of the fetch and the id of the record follow each other. */
async function isExportedMarkdown(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_FRONT_MATTER), 0, MAX_FRONT_MATTER, 0);
    const [, frontMatter = ''] = /^---\n(.*?)\n---\n/s.exec(buffer.toString('utf8', 0, bytesRead)) ?? [];
    return /^fetched: .+\nid: "?[0-9a-f]{64}"?$/m.test(frontMatter);
  } finally {
    await file.close();
  }
}

/** Longest front matter that is searched, in bytes: descriptions, lists of URLs and fields are long on some pages. */
const MAX_FRONT_MATTER = 1 << 20;

async function hasContent(file: string, bytes: Uint8Array): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() === true && found.size === bytes.length && (await readFile(file)).equals(bytes);
}

async function replace(file: string, bytes: Uint8Array): Promise<void> {
  const part = partFile(file);
  try {
    await writeFile(part, bytes, { flag: partFlag(part, file) });
    if (part !== file) await rename(part, file);
  } catch (error) {
    if (part !== file) await rm(part, { force: true });
    // Errors of writes do not name the file.
    throw Object.assign(error as Error, { path: file });
  }
}
