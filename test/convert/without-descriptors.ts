/**
 * Program of a test: uses all file descriptors but `FREE_DESCRIPTORS`, converts a document, and prints the result, or the code of
 * the error. Run it with a low limit (`ulimit -n`).
 */
import { closeSync, openSync } from 'node:fs';
import process from 'node:process';
import { openConverter } from '../../cli/run/converter.ts';
import { findResourceFault } from '../../shared/http/local-fault.ts';
import { LIMITS } from './converter.ts';

const job = { bytes: Buffer.from('{\\rtf1 x}'), mimeType: 'application/rtf', contentType: '', limits: LIMITS };
const program = { command: ['cat', '{in}'], output: 'text' } as const;
const converter = openConverter();

const open: number[] = [];
try {
  for (;;) open.push(openSync('/dev/null', 'r'));
} catch {
  for (const file of open.splice(0, Number(process.env['FREE_DESCRIPTORS']))) closeSync(file);
}
const result = await converter.convert(process.env['WITH_PROGRAM'] ? { ...job, program } : job).then(
  (converted) => ('reason' in converted ? converted : 'converted'),
  (error) => findResourceFault(error)?.code ?? error,
);
for (const file of open) closeSync(file);
process.stdout.write(`${typeof result === 'string' ? result : JSON.stringify(result)}\n`);
process.exit();
