import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportFiles } from '../../../cli/export/export-files.ts';
import type { SqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { memoryObjects } from '../../memory-objects.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('fails if the list of files cannot be written, even while records are being read', async () => {
  mkdirSync(join(folder, 'files.jsonl'));
  const objects = {
    ...memoryObjects(),
    async *list() {
      await setTimeout(200);
      yield* [];
    },
  };
  await expect(
    exportFiles(
      'bog',
      { objects, index: { count: () => Promise.resolve(0) } as unknown as SqliteSearchIndex },
      folder,
      [],
      () => {},
    ),
  ).rejects.toThrow('EISDIR');
});
