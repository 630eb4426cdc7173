/** Snapshots of a database that this user cannot write. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MissedChangeError, takeSnapshot } from '../../../shared/local/backup/database-snapshot.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const real = fs.accessSync;
beforeAll(() => {
  // Root can write everything.
  fs.accessSync = () => {
    throw new Error('EACCES');
  };
  // For imports by name.
  syncBuiltinESMExports();
});
afterAll(() => {
  fs.accessSync = real;
  syncBuiltinESMExports();
});

test.each([false, true])('a copy fails if the owner writes meanwhile (%s)', async (isWritten) => {
  const file = join(temporaryFolder(), 'some.sqlite');
  const owner = new DatabaseSync(file);
  owner.exec('PRAGMA journal_mode = WAL; CREATE TABLE page (n INTEGER)');
  owner.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const snapshot = takeSnapshot(file);
  if (isWritten) owner.exec('INSERT INTO page VALUES (2)');
  const copied = snapshot.copyTo(join(temporaryFolder(), 'copy.sqlite'), new AbortController().signal);
  if (isWritten) await expect(copied).rejects.toThrow(MissedChangeError);
  else await copied;
  snapshot.close();
  owner.close();
});
