import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip, createGzip } from 'node:zlib';
import type { OfferedLink } from '../shared/frontier/offer.ts';

/** So many seeds are offered at once: hosts of a batch are told together, and it is all that is in memory. */
const BATCH = 2_000;

export type SpoolWriter = {
  add(link: OfferedLink): void;
  /** Waits until what was added has left memory. */
  drained(): Promise<void>;
  end(): Promise<void>;
};

/** Seeds as JSON Lines, packed: a million take some twenty megabytes. */
export function spoolWriter(file: string): SpoolWriter {
  const packed = createGzip({ level: 1 });
  const out = createWriteStream(file);
  packed.pipe(out);
  let lines: string[] = [];
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    const text = `${lines.join('\n')}\n`;
    lines = [];
    if (!packed.write(text)) await once(packed, 'drain');
  };
  return {
    add: (link) => void lines.push(JSON.stringify(link)),
    drained: flush,
    async end() {
      await flush();
      packed.end();
      await once(out, 'close');
    },
  };
}

export async function* readSpool(file: string): AsyncGenerator<OfferedLink[]> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: 0 });
  let batch: OfferedLink[] = [];
  for await (const line of lines) {
    batch.push(JSON.parse(line) as OfferedLink);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
