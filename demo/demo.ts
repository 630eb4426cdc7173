import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The demo's crawl.yaml for the web at that port. Its topic file stands beside it: write both with `writeDemo`. */
export function demoSettings(port: number): string {
  return readFileSync(join(import.meta.dirname, 'crawl.yaml'), 'utf8').replace(/\bPORT$/m, String(port));
}

/** Puts crawl.yaml and topic.txt into a folder. @returns the path of crawl.yaml. */
export function writeDemo(folder: string, port: number): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'crawl.yaml');
  writeFileSync(path, demoSettings(port));
  writeFileSync(join(folder, 'topic.txt'), readFileSync(join(import.meta.dirname, 'topic.txt')));
  return path;
}
