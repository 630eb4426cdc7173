import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';

const CONVERTS = `
  const { openConverter } = await import('./cli/run/converter.ts');
  const limits = { timeoutMs: 120_000, memoryMb: 256, unpackedBytes: 1e6, maxText: 1e6, maxLinks: 9 };
  const bytes = Buffer.from('{\\\\rtf1 Sundews}');
  const converted = await openConverter().convert({ bytes, mimeType: 'application/rtf', contentType: '', limits });
  console.log(JSON.stringify(converted));
`;

const start = (program: string, args: string[] = []) =>
  spawn(process.execPath, ['--input-type=module', '-e', program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });

test('a process exits after a conversion without closing the converter', async () => {
  const child = start(CONVERTS);
  const timer = setTimeout(() => child.kill('SIGKILL'), 250_000);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  expect({ code, signal, printed }).toEqual({ code: 0, signal: null, printed: expect.stringContaining('Sundews') });
});

/** Connects to the port that its document has as its type, and then never returns. */
const CONNECTS_AND_HANGS = `data:text/javascript,
  import { connect } from 'node:net';
  import { parentPort } from 'node:worker_threads';
  parentPort.postMessage({ ready: true });
  parentPort.on('message', ({ mimeType }) => connect(Number(mimeType), '127.0.0.1', () => { for (;;); }));`;

const CONVERTS_WITHOUT_END = `
  const [thread, mimeType] = process.argv.slice(1);
  const { processConverter } = await import('./shared/convert/process-converter.ts');
  const entry = new URL(import.meta.resolve('./shared/convert/process.ts'));
  const limits = { timeoutMs: 1e9, memoryMb: 256 };
  const converter = processConverter({ entry, thread: new URL(thread), cMaps: '', environment: process.env, programs: null });
  await converter.convert({ bytes: new Uint8Array(1), mimeType, contentType: '', limits });
`;

test.each(['SIGKILL', 'SIGTERM'] as const)('a hanging converter process ends if its parent gets %s', async (signal) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const parent = start(CONVERTS_WITHOUT_END, [CONNECTS_AND_HANGS, `${port}`]);
  const [socket] = (await once(server, 'connection')) as [Socket];
  const closed = new Promise((resolve) => socket.on('error', resolve).on('close', resolve).resume());
  parent.kill(signal);
  await closed;
  server.close();
});
