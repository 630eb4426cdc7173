import { openMarkupParser } from '../packages/markup-parser.ts';
import type { SeedReader } from './found-seed.ts';

export type TagHandler = {
  /** @param name element name in lower case without its prefix. Names of attributes have the same form. */
  open(name: string, attributes: Record<string, string>): void;
  text?(piece: string): void;
  /** @param isImplied whether the file has no end tag of the element: it ends before, or the next end tag is that of an outer element */
  close?(name: string, isImplied: boolean): void;
};

/**
 * Reports the tags of a file of any length in order, also of a damaged file. Never expands entities that the document declares.
 * Reads UTF-8, which all formats read here require.
 */
export function tagReader(handler: TagHandler): SeedReader {
  const decoder = new TextDecoder();
  const parser = openMarkupParser(
    {
      onopentag: (name, attributes) => handler.open(localName(name), localNames(attributes)),
      ontext: (piece) => handler.text?.(piece),
      onclosetag: (name, isImplied) => handler.close?.(localName(name), isImplied),
    },
    { xmlMode: true, decodeEntities: true },
  );
  return {
    write: (bytes) => parser.write(decoder.decode(bytes, { stream: true })),
    end: () => parser.end(decoder.decode()),
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

function localNames(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]));
}
