/**
 * Preload (`node --import`) that simulates a full disk after FULL_AFTER objects of stage FULL_STAGE (raw, clean or
 * records). Each thread counts its own objects.
 */
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

const { open } = promises;
const folder = `/objects/${process.env.FULL_STAGE}/`;
let room = Number(process.env.FULL_AFTER);

promises.open = async (path, ...rest) => {
  if (!String(path).includes(folder) || room-- > 0) return open(path, ...rest);
  const facts = { code: 'ENOSPC', errno: -28, syscall: 'open', path };
  throw Object.assign(new Error(`ENOSPC: no space left on device, open '${path}'`), facts);
};
syncBuiltinESMExports();
