import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** File system in memory of Linux. Containers often have 64 MB of it, which is too little. */
const MEMORY = '/dev/shm';
const NEEDED_BYTES = 1 << 30;

/**
 * Puts the temporary files of a test run into memory, if there is room: each new data folder syncs several databases, which takes a disk
 * much longer than most tests.
 */
export default function useMemory({ config }: TestProject): (() => void) | undefined {
  if (freeBytes() < NEEDED_BYTES) return undefined;
  const folder = mkdtempSync(join(MEMORY, 'thresher-tests-'));
  config.env = { ...config.env, TMPDIR: folder };
  return () => rmSync(folder, { recursive: true, force: true });
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
