import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** File system in memory of Linux. Containers often have 64 MB of it, which is too little. */
const MEMORY = '/dev/shm';

/**
 * Free memory that the temporary files of a project need, in bytes: each new data folder syncs several databases, which takes a disk much
 * longer than most tests. Other projects use the system's folder, because their engines and browsers need the memory.
 */
const NEEDED_BYTES: Record<string, number> = { unit: 1 << 30, long: 4 * 2 ** 30 };

/** What this reads and changes of a project of vitest: `env` holds the environment of its tests. */
type Project = { name: string; config: { env?: Record<string, unknown> } };

/**
 * Gives the temporary files of a test run a folder of its own, in memory if there is room. Packages such as CDK create temporary
 * folders and do not remove them.
 *
 * @param memory folder in memory. Absent folder: no memory.
 * @returns a function that removes the folder at the end of the run
 */
export default function useRunFolder({ name, config }: Project, _: unknown, memory: string = MEMORY): () => void {
  const isInMemory = freeBytes(memory) >= (NEEDED_BYTES[name] ?? Number.POSITIVE_INFINITY);
  const folder = mkdtempSync(join(isInMemory ? memory : tmpdir(), 'thresher-tests-'));
  // Like the system's folder: some tests run commands as another user.
  chmodSync(folder, 0o1777);
  config.env = { ...config.env, TMPDIR: folder };
  return () => rmSync(folder, { recursive: true, force: true });
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
