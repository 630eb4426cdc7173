/** A machine without free file descriptors: the conversion is retried later, instead of an empty document. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, test } from 'vitest';

// A document is stored with one descriptor; starting a program takes six.
test.each([
  ['to store the document of a program', 0, 'yes'],
  ['to start a program', 1, 'yes'],
  ['to start a thread', 0, ''],
])('a conversion without file descriptors %s rejects', (_, free, program) => {
  const env = { ...process.env, FREE_DESCRIPTORS: `${free}`, WITH_PROGRAM: program };
  const limited = ['-c', 'ulimit -n 96; exec "$@"', 'sh', process.execPath, 'test/convert/without-descriptors.ts'];
  const { stdout, stderr } = spawnSync('/bin/sh', limited, { env, encoding: 'utf8' });
  expect([stdout.trim(), stderr]).toEqual(['EMFILE', '']);
});
