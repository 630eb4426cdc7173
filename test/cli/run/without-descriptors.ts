/**
 * Program of a test: uses all file descriptors but 0 to 9, opens a database and a lock with each number of free ones, and prints the
 * described errors. Run it with a low limit (`ulimit -n`).
 */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describeError } from '../../../cli/describe-error.ts';
import { lockFolder } from '../../../cli/run/folder/folder-lock.ts';
import { openDatabase } from '../../../shared/local/database.ts';

const dir = process.argv[2]!;
const use: Record<string, () => void> = {
  database() {
    const db = openDatabase(join(dir, 'frontier.sqlite'));
    try {
      db.exec('CREATE TABLE IF NOT EXISTS t (n INTEGER); INSERT INTO t VALUES (1)');
    } finally {
      db.close();
    }
  },
  lock: () => lockFolder(dir)(),
};
const found: string[] = [];
for (const [name, work] of Object.entries(use))
  for (let free = 0; free < 10; free++) {
    const open: number[] = [];
    try {
      for (;;) open.push(openSync('/dev/null', 'r'));
    } catch {
      for (const file of open.splice(0, free)) closeSync(file);
    }
    try {
      work();
      found.push(`${name}: opened`);
    } catch (error) {
      found.push(`${name}: ${describeError(error).lines[0]!.replaceAll(dir, 'DIR')}`);
    }
    for (const file of open) closeSync(file);
  }
process.stdout.write(JSON.stringify([...new Set(found)]));
