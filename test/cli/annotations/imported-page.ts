import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { thresher } from '../test-terminal.ts';

export const PAGE_URL = 'http://bog.example/moss';
const TEXT = `Moss keeps water in the bog. ${Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ')}`;

/** Imports a page once for the tests of a file. @returns a function that copies the data folder for one test, and returns the copy */
export function importPageOnce(): () => string {
  let imported: string;
  beforeAll(async () => {
    imported = mkdtempSync(join(tmpdir(), 'thresher-annotations-'));
    const file = join(imported, 'pages.jsonl');
    writeFileSync(file, `${JSON.stringify({ url: PAGE_URL, title: 'Moss', text: TEXT })}\n`);
    expect(await thresher(['import', file, '--dir', imported])).toMatchObject({ code: 0 });
  });
  afterAll(() => rmSync(imported, { recursive: true }));
  return () => {
    const dir = temporaryFolder();
    cpSync(imported, dir, { recursive: true });
    return dir;
  };
}
