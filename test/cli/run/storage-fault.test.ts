import { expect, test } from 'vitest';
import { findStorageFault, postableError } from '../../../cli/run/folder/storage-fault.ts';

const sqlite = (errcode: number) => Object.assign(new Error('sql'), { errcode, path: 'a.sqlite' });

test.each<[unknown, boolean]>([
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), true],
  [Object.assign(new Error('x'), { code: 'EACCES' }), true],
  [new Error('put', { cause: Object.assign(new Error('x'), { code: 'EROFS' }) }), true],
  [new Error("ENOSPC: no space left on device, open 'a'"), true],
  [sqlite(11), true],
  // An extended code: SQLITE_IOERR_SHMSIZE.
  [sqlite(4_874), true],
  // SQLITE_BUSY and SQLITE_CONSTRAINT do not point to the disk.
  [sqlite(5), false],
  [sqlite(19), false],
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), false],
  [new TypeError('x is not a function'), false],
])('%s is a fault of the data folder: %s', (error, isFault) => {
  expect(findStorageFault(error) !== undefined).toBe(isFault);
});

test('an error keeps its code and its file when it is posted to another thread', () => {
  const error = new Error('outer', { cause: sqlite(11) });
  expect(structuredClone(postableError(error))).toEqual({ message: 'sql', errcode: 11, path: 'a.sqlite' });
  const outer = new Error('the thread ended', { cause: Object.assign(new Error('open'), { code: 'EMFILE' }) });
  expect(structuredClone(postableError(outer))).toEqual({ message: 'open', code: 'EMFILE' });
  const unread = new Error('Cannot read package config /a/package.json: too many open files.');
  expect(postableError(unread)).toEqual({ message: unread.message, code: 'EMFILE' });
  expect(postableError('text')).toEqual({ message: 'text' });
});
