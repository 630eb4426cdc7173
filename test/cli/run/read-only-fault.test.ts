import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isReadOnlyFault } from '../../../cli/run/folder/storage-fault.ts';

const error = (properties: object) => Object.assign(new Error('fault'), properties);

test.each<[what: string, given: Error, isReadOnly: boolean]>([
  ['a read-only database', error({ errcode: 8, path: '/data/index.sqlite' }), true],
  ['an extended code of it', error({ errcode: 1032 }), true],
  ['a read-only disk', error({ code: 'EROFS', path: '/data/x' }), true],
  ['a cause', new Error('outer', { cause: error({ errcode: 8 }) }), true],
  ['a file that may not be read', error({ code: 'EACCES', path: join(tmpdir(), 'x') }), false],
  ['a database that cannot be opened', error({ errcode: 14, path: join(tmpdir(), 'x') }), false],
  ['a full disk', error({ errcode: 13 }), false],
  ['another error', new Error('fault'), false],
])('recognises whether a folder is read-only by %s', (_what, given, isReadOnly) => {
  expect(isReadOnlyFault(given)).toBe(isReadOnly);
});
