/**
 * Preload (`node --import`) that makes the stages of a crawl lack file descriptors: in each thread, the first OBJECT_FAULTS
 * opens of each object of documents or records fail with the code OBJECT_FAULT.
 */
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

const { open, readFile } = promises;
const code = process.env.OBJECT_FAULT;
const faults = Number(process.env.OBJECT_FAULTS);
const opened = new Map();

/** @throws the fault, unless the file is another one or was opened more often */
function fail(path) {
  // A temporary file has the name of its object and a random end.
  const [object] = /^.*\/objects\/(?:clean|records)\/.*?\.zst/.exec(String(path)) ?? [];
  if (object === undefined) return;
  const n = (opened.get(object) ?? 0) + 1;
  opened.set(object, n);
  if (n <= faults)
    throw Object.assign(new Error(`${code}: no descriptor, open '${path}'`), { code, syscall: 'open', path });
}

promises.open = async (path, ...rest) => {
  fail(path);
  return open(path, ...rest);
};
promises.readFile = async (path, ...rest) => {
  fail(path);
  return readFile(path, ...rest);
};
syncBuiltinESMExports();
