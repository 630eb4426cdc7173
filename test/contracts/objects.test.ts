import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { folderObjects } from '../../shared/local/folder-objects.ts';
import { memoryObjects } from '../memory-objects.ts';
import { objectsContract } from './objects.contract.ts';

describe('Objects in a folder', () => {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => void rmSync(folder, { recursive: true })));

  objectsContract(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'thresher-objects-'));
    folders.push(folder);
    return folderObjects(folder);
  });
});

// Other tests rely on the in-memory implementation.
describe('Objects in memory', () => objectsContract(async () => memoryObjects()));
