/** Reads the files that a user names. */
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { UsageError } from './command.ts';

/**
 * Reads a text file.
 *
 * @throws UsageError naming the file and the reason
 */
export async function readTextFile(fileName: string): Promise<string> {
  return (await readFileBytes(fileName)).toString();
}

/**
 * Reads a file of settings or terms.
 *
 * @throws UsageError if it cannot be read, or is not in UTF-8
 */
export async function readUtf8File(fileName: string): Promise<string> {
  const bytes = await readFileBytes(fileName);
  const fault = encodingFault(bytes, fileName);
  if (fault !== undefined) throw new UsageError(fault);
  return bytes.toString();
}

/** @throws UsageError naming the file and the reason */
export const readFileBytes = (fileName: string): Promise<Buffer> =>
  readFile(fileName).catch((error: unknown) => {
    throw new UsageError(`${fileName}: ${describeReadError(error)}`);
  });

/** Returns the message for a text file that is not in UTF-8, with the first such line; undefined if it is. */
export function encodingFault(bytes: Buffer, fileName: string): string | undefined {
  if (isUtf8(bytes)) return undefined;
  let line = 1;
  for (let from = 0; ; line++) {
    const end = bytes.indexOf('\n', from);
    if (end === -1 || !isUtf8(bytes.subarray(from, end))) break;
    from = end + 1;
  }
  const from = bytes.includes(0) ? 'utf-16' : 'latin1';
  return `${fileName}:${line}: is not in UTF-8; convert the file, for example with: iconv -f ${from} -t utf-8`;
}

/** Says in a few words why a file cannot be read. Other errors keep their message. */
export function describeReadError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return { ENOENT: 'no such file', EISDIR: 'is a folder', EACCES: 'no permission to read it' }[code ?? ''] ?? message;
}
