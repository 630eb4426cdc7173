/**
 * Runs an external program on a document: the file's name for `{in}`, HTML or text on its standard output. It gets neither a
 * shell nor the crawler's environment; the shell's limits on memory and CPU are put around it where there are any.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConvertFailure, ConvertJob } from '../ports/converter.ts';

/** @param path folders in which it is looked for. @returns a job on what the program wrote, for the converter of its output. */
export async function runProgram(job: ConvertJob, path: string): Promise<ConvertJob | ConvertFailure> {
  const folder = await mkdtemp(join(tmpdir(), 'thresher-convert-'));
  try {
    const file = join(folder, 'document');
    await writeFile(file, job.bytes);
    return await run(job, file, folder, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(job: ConvertJob, file: string, folder: string, path: string): Promise<ConvertJob | ConvertFailure> {
  const { command, output } = job.program!;
  const { timeoutMs, memoryMb, unpackedBytes } = job.limits;
  const words = command.map((word) => word.replaceAll('{in}', file));
  // `"$@"` hands the words on as they are: nothing of them is read as shell.
  const limits = `ulimit -v ${memoryMb * 1024}; ulimit -t ${Math.ceil(timeoutMs / 1000)}; exec "$@"`;
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', limits, 'sh', ...words], {
      cwd: folder,
      env: { PATH: path, LANG: 'C.UTF-8', HOME: folder, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what the program has started ends with it.
      detached: true,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let said = '';
    let stopped: ConvertFailure | undefined;
    const stop = (reason: ConvertFailure['reason'], detail: string) => {
      stopped ??= { reason, detail };
      if (child.pid !== undefined) endGroup(child.pid);
    };
    const timer = setTimeout(() => stop('conversion-timeout', `${timeoutMs} ms`), timeoutMs);
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > unpackedBytes) stop('conversion-memory', 'its output is too long');
      else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < MAX_SAID) said += chunk.toString('utf8').slice(0, MAX_SAID);
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ reason: 'no-converter', detail: error.message });
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (stopped) return resolve(stopped);
      // As shells say it: not found, or not a program.
      if (code === 127 || code === 126) return resolve({ reason: 'no-converter', detail: words[0]! });
      if (code !== 0) return resolve({ reason: 'conversion-failed', detail: `${signal ?? code} ${said}`.trim() });
      const mimeType = output === 'html' ? 'text/html' : 'text/plain';
      resolve({ ...job, bytes: Buffer.concat(chunks), mimeType, contentType: '' });
    });
  });
}

const MAX_SAID = 500;

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
