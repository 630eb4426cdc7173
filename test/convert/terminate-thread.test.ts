import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const CONVERTS = `
  const { openConverter } = await import('./cli/run/converter.ts');
  const limits = { timeoutMs: 120_000, memoryMb: 256, unpackedBytes: 1e6, maxText: 1e6, maxLinks: 9 };
  const bytes = Buffer.from('{\\\\rtf1 Sundews}');
  const converted = await openConverter().convert({ bytes, mimeType: 'application/rtf', contentType: '', limits });
  console.log(JSON.stringify(converted));
`;

test('a process exits after a conversion without closing the converter', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', CONVERTS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 250_000);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  expect({ code, signal, printed }).toEqual({ code: 0, signal: null, printed: expect.stringContaining('Sundews') });
});
