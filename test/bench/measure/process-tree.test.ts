import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { descendantsCpuMs } from '../../../bench/measure/process-tree.ts';

/** CPU that a program uses before it says so. Milliseconds. */
const USED_MS = 200;

/** Program that uses CPU. */
const BUSY = `while (process.cpuUsage().user < ${USED_MS * 1_000});`;
/** Program that runs the first one in a process of its own, says so, and waits. */
const PARENT = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(BUSY)}]); console.log('used'); process.stdin.resume();`;

test.skipIf(process.platform !== 'linux')('counts processes of processes, also after they have ended', async () => {
  const before = descendantsCpuMs(process.pid);
  const child = spawn(process.execPath, ['-e', PARENT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  // Ticks of 10 ms are rounded down.
  expect(descendantsCpuMs(process.pid) - before).toBeGreaterThanOrEqual(USED_MS - 10);
  expect(descendantsCpuMs(child.pid!)).toBeGreaterThanOrEqual(USED_MS - 10);
  child.stdin.end();
  await ended;
  expect(descendantsCpuMs(process.pid) - before).toBeGreaterThanOrEqual(USED_MS - 10);
  expect(descendantsCpuMs(child.pid!)).toBe(0);
});
