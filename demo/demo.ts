import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the demo's crawl.yaml for a port. It refers to the topic file beside it: `writeDemo` writes both. */
export function demoSettings(port: number): string {
  return readFileSync(join(import.meta.dirname, 'crawl.yaml'), 'utf8').replace(/\bPORT$/m, String(port));
}

/** Writes crawl.yaml and topic.txt into a folder and returns the path of crawl.yaml. */
export function writeDemo(folder: string, port: number): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'crawl.yaml');
  writeFileSync(path, demoSettings(port));
  writeFileSync(join(folder, 'topic.txt'), readFileSync(join(import.meta.dirname, 'topic.txt')));
  return path;
}
