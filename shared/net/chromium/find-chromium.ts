import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names of Chromium and browsers that are built on it. The shell has no window to draw, so it is faster. */
const NAMES = [
  ...['chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable', 'microsoft-edge', 'chrome'],
];

/** Where installers for macOS put them. */
const PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the path of an installed browser; undefined if none is found.
 *
 * @param path the folders of the environment variable `PATH`
 */
export function findChromium(path: string): string | undefined {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...places, ...PATHS].find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
