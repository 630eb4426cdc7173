/** A run of the unit tests asks no server that stands for AWS, and says so: what it leaves out is among the skipped, by name. */
import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';

const COMMAND = '`npm run test:services`';
const LEFT_OUT = readdirSync('test/services').filter((name) => /^aws-.*\.test\.ts$/.test(name));

afterAll(() => {
  process.stdout.write(`left out: ${LEFT_OUT.length} files of tests that want real servers for AWS: ${COMMAND}\n`);
});

test('there are tests that want real servers', () => {
  expect(LEFT_OUT.length).toBeGreaterThan(10);
});

describe(`left out here, as it wants real servers, and run by ${COMMAND}`, () => {
  for (const name of LEFT_OUT) test.skip(`test/services/${name}`, () => {});
});
