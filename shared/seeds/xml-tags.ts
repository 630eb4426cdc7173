import { Parser } from 'htmlparser2';
import type { SeedReader } from './found-seed.ts';

export type TagHandler = {
  /** @param name without its prefix, in lower case, as the names of attributes are. */
  open(name: string, attributes: Record<string, string>): void;
  text?(piece: string): void;
  close?(name: string): void;
};

/**
 * The tags of a file of any length, in its order, whatever is broken in it. Entities of a document's own are never
 * expanded. UTF-8, as all formats that are read so demand.
 */
export function tagReader(handler: TagHandler): SeedReader {
  const decoder = new TextDecoder();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open(plain(name), plainAttributes(attributes)),
      ontext: (piece) => handler.text?.(piece),
      onclosetag: (name) => handler.close?.(plain(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  return {
    write: (bytes) => parser.write(decoder.decode(bytes, { stream: true })),
    end: () => parser.end(decoder.decode()),
  };
}

function plain(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

function plainAttributes(given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [plain(name), value]));
}
