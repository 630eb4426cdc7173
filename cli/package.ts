import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/*
 * Files of the package. Their URLs hold in a clone and in the bundle of a package, whose folder dist/ lies where cli/ does.
 */

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Version of Thresher, from package.json. */
export const VERSION = version;

/** Path of the program `thresher`, to run a command as a process of its own with this Node. */
export const PROGRAM_FILE = fileURLToPath(new URL('../bin/thresher.js', import.meta.url));
