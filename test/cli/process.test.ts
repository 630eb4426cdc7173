import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longTest } from '../long-test.ts';

const BIN = 'bin/thresher.js';
const RUN = 'bin/run.js';

test('the process exits with the exit code of the command', () => {
  const good = spawnSync(process.execPath, [BIN, 'url', 'HTTP://Example.org/a#b'], { encoding: 'utf8' });
  expect([good.status, good.stdout]).toEqual([0, 'HTTP://Example.org/a#b\thttp://example.org/a\n']);
  expect(spawnSync(process.execPath, [BIN, 'nothing']).status).toBe(2);
});

longTest('a filter ends quietly when its reader is gone', () => {
  const lines = `{"id":1,"input":"http://a.test/${'x'.repeat(500)}"}\n`.repeat(20_000);
  const options = { input: lines, encoding: 'utf8', shell: '/bin/bash', maxBuffer: 1 << 28 } as const;
  const run = spawnSync(`set -o pipefail; "${process.execPath}" ${BIN} url --jsonl | head -n 1`, options);
  expect([run.status, run.stderr]).toEqual([0, '']);
  expect(run.stdout.split('\n')).toHaveLength(2);
});

test('an interrupt ends a waiting filter with exit code 130', async () => {
  const child = spawn(process.execPath, [BIN, 'url', '--jsonl'], { stdio: 'pipe' });
  child.stdin.write('{"id":1,"input":"http://a.test/"}\n');
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
});

const olderNode = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (node) =>
    existsSync(node) &&
    Number.parseInt(execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10) < 24,
);

longTest.runIf(olderNode)('an older Node starts it on Node 24 and forwards signals', async () => {
  const run = spawnSync(olderNode!, [BIN, 'url', 'mailto:x'], { encoding: 'utf8' });
  expect([run.status, run.stdout]).toEqual([
    1,
    'mailto:x\trefused: scheme (neither http, https nor ftp (fetch.ftp))\n',
  ]);
  const child = spawn(olderNode!, [BIN, 'url', '--jsonl'], { stdio: 'pipe' });
  child.stdin.write('{"id":1,"input":"http://a.test/"}\n');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([130, null]);
});

/** Imports the library on a Node and prints why that fails. @param version that the Node pretends to have; absent: its own */
function importLibrary(node: string, version?: string): string {
  const library = new URL('../../bin/library.js', import.meta.url).href;
  const faked = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const program = `${version === undefined ? '' : faked};import('${library}').then(() => console.log('imported'), ({ message }) => console.log(message))`;
  return spawnSync(node, ['-e', program], { encoding: 'utf8' }).stdout;
}

test.each(['20.20.2', '22.13.0', '23.11.1'])('the library says which Node it needs, on Node %s', (version) => {
  expect(importLibrary(process.execPath, version)).toBe(
    `The library of Thresher needs Node 24 or later; this is Node ${version}.\n`,
  );
});

longTest.runIf(olderNode)('the library says so on an older Node', () => {
  expect(importLibrary(olderNode!)).toMatch(/^The library of Thresher needs Node 24 or later; this is Node .*\n$/);
});

longTest.runIf(olderNode)('the child exits when the older Node is killed', async () => {
  // Standard input stays open, so that its end does not end the process.
  const input = spawn('/bin/sh', ['-c', `echo '{"id":1,"input":"http://a.test/"}'; exec sleep 30`], { stdio: 'pipe' });
  const child = spawn(olderNode!, [BIN, 'url', '--jsonl'], { stdio: [input.stdout, 'pipe', 'inherit'] });
  const { stdout } = child as typeof child & { stdout: NodeJS.ReadableStream };
  await once(stdout, 'data');
  child.kill('SIGKILL');
  // Closes when the last process that holds it has ended.
  await once(stdout, 'close');
  input.kill('SIGKILL');
});

/** Prints the options of a process and of the process that replaces it, and the settings of `malloc`. */
function startsOf(args: string[], NODE_OPTIONS = '', options: string[] = []): string[] {
  const heaps = "Object.entries(process.env).filter(([name])=>name.startsWith('MALLOC_')).sort()";
  const tell = `data:text/javascript,console.error('start',process.pid,[...process.execArgv,...${heaps}].join())`;
  const env = { ...process.env, NODE_OPTIONS: `--import=${tell} ${NODE_OPTIONS}` };
  const { stderr, pid } = spawnSync(process.execPath, [...options, BIN, ...args], { encoding: 'utf8', env });
  return stderr.split('\n').flatMap((line) => (line.startsWith(`start ${pid} `) ? line.split(' ').slice(2) : []));
}

const SMALL =
  '--max-semi-space-size=8,--heap-growing-percent=40,--no-parallel-scavenge,--no-allocation-site-pretenuring';
const MALLOC = 'MALLOC_ARENA_MAX,1,MALLOC_MMAP_THRESHOLD_,2097152,MALLOC_TRIM_THRESHOLD_,16777216';

test.skipIf(process.platform === 'win32')('a crawl restarts with small memory in the same process', () => {
  expect(startsOf(['crawl', '--help'])).toEqual(['', `${SMALL},${MALLOC}`]);
});

test.skipIf(process.platform === 'win32')(
  'a program of the package runs with small memory and its own arguments',
  () => {
    const dir = mkdtempSync(join(tmpdir(), 'thresher-run-'));
    try {
      const program = join(dir, 'program.mjs');
      writeFileSync(program, 'console.log(JSON.stringify([process.argv.slice(1), process.env.MALLOC_ARENA_MAX]))');
      const env = { ...process.env, NODE_OPTIONS: '' };
      const { stdout } = spawnSync(process.execPath, [RUN, program, '--pages', '3'], { encoding: 'utf8', env });
      expect(JSON.parse(stdout)).toEqual([[program, '--pages', '3'], '1']);
    } finally {
      rmSync(dir, { recursive: true });
    }
  },
);

longTest.skipIf(process.platform === 'win32')(
  'an option of the caller comes after the same option of the program',
  () => {
    const [, restarted] = startsOf(['crawl', '--help'], '', ['--heap-growing-percent=200']);
    expect(restarted).toMatch(/growing-percent=40,.*growing-percent=200,/);
  },
);

longTest.each(['win32', 'os400'])('a crawl starts on %s, which has no execve', (platform) => {
  const faked = `--import=data:text/javascript,Object.defineProperty(process,'platform',{value:'${platform}'})`;
  const env = { ...process.env, NODE_OPTIONS: faked };
  const run = spawnSync(process.execPath, [BIN, 'crawl', '--help'], { encoding: 'utf8', env });
  expect([run.status, run.stderr]).toEqual([0, '']);
  expect(run.stdout).toContain('thresher crawl');
});

test.each<[what: string, args: string[]]>([['a short command', ['url', '--help']]])(
  '%s is not restarted',
  (_, args) => {
    expect(startsOf(args)).toEqual(['']);
  },
);

longTest.skipIf(process.platform === 'win32')('a crawl keeps a young generation that was chosen otherwise', () => {
  expect(startsOf(['crawl', '--help'], '--max-semi-space-size=32')).toEqual(['', MALLOC]);
});

longTest.each(['win32', 'os400'])(
  'a program of the package has small memory on %s, and its exit code counts',
  (platform) => {
    const dir = mkdtempSync(join(tmpdir(), 'thresher-run-'));
    try {
      const program = join(dir, 'program.mjs');
      writeFileSync(program, 'console.log(process.execArgv.join(), process.argv.slice(2).join()); process.exit(7)');
      const faked = `--import=data:text/javascript,Object.defineProperty(process,'platform',{value:'${platform}'})`;
      const run = (more: string) =>
        spawnSync(process.execPath, [RUN, program, '--pages', '3'], {
          encoding: 'utf8',
          env: { ...process.env, NODE_OPTIONS: `${faked} ${more}` },
        });
      expect(run('')).toMatchObject({
        status: 7,
        stdout: `${SMALL} --pages,3\n`,
        stderr: '',
      });
      expect(run('--max-semi-space-size=32')).toMatchObject({ status: 7, stdout: ' --pages,3\n', stderr: '' });
    } finally {
      rmSync(dir, { recursive: true });
    }
  },
);

const FULL = '/dev/full';

test.skipIf(!existsSync(FULL))('output that cannot be written ends with exit code 3 and one line', () => {
  const options = { encoding: 'utf8', shell: '/bin/bash' } as const;
  const run = spawnSync(`"${process.execPath}" ${BIN} url http://a.test/ > ${FULL}`, options);
  expect([run.status, run.stderr]).toEqual([
    3,
    'standard output cannot be written: ENOSPC: no space left on device, write\n',
  ]);
});

longTest('a filter stops in order when its terminal is closed (SIGHUP)', async () => {
  const child = spawn(process.execPath, [BIN, 'url', '--jsonl'], { stdio: 'pipe' });
  child.stdin.write('{"id":1,"input":"http://a.test/"}\n');
  await once(child.stdout, 'data');
  child.kill('SIGHUP');
  expect(await once(child, 'exit')).toEqual([130, null]);
});
