/**
 * Preload (`node --import`) that simulates a disk that becomes full while a file is written: from the write number
 * FULL_AT_WRITE below a folder FULL_FOLDER on, half of the bytes are written.
 */
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

const { writeFile } = promises;
const folder = `/${process.env.FULL_FOLDER}/`;
let room = Number(process.env.FULL_AT_WRITE) - 1;

promises.writeFile = async (path, data, ...rest) => {
  if (!String(path).includes(folder) || room-- > 0) return writeFile(path, data, ...rest);
  const bytes = Buffer.from(data);
  await writeFile(path, bytes.subarray(0, bytes.length >> 1));
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });
};
syncBuiltinESMExports();
