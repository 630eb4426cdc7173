import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Sums the file sizes in a data folder: objects by their first folder, and the two databases with their logs. */
export function bytesByKind(dir: string): { bytes: Record<string, number>; captureObjects: number } {
  const bytes: Record<string, number> = {};
  let captureObjects = 0;
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const [top = '', kind = ''] = path.slice(dir.length + 1).split('/');
    const name = top === 'objects' ? kind : (top.split('.')[0] ?? '');
    bytes[name] = (bytes[name] ?? 0) + statSync(path).size;
    if (name === 'raw') captureObjects++;
  }
  return { bytes, captureObjects };
}
