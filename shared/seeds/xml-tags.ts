import { openMarkupParser } from '../packages/markup-parser.ts';
import type { SeedReader } from './found-seed.ts';

export type TagHandler = {
  /** @param name element name in lower case without its prefix. Names of attributes have the same form. */
  open(name: string, attributes: Record<string, string>): void;
  text?(piece: string): void;
  /** @param isImplied whether the file has no end tag of the element: it ends before, or the next end tag is that of an outer element */
  close?(name: string, isImplied: boolean): void;
};

/** Maximum number of elements in each other. The parser takes longer for each tag the more are open, and real files have some ten. */
const MAX_DEPTH = 10_000;

/**
 * Reports the tags of a file of any length in order, also of a damaged file. Reading ends where too many elements are open. Never expands entities that the document declares.
 * Reads UTF-8, which all formats read here require.
 */
export function tagReader(handler: TagHandler): SeedReader {
  const decoder = new TextDecoder();
  let depth = 0;
  const parser = openMarkupParser(
    {
      onopentag(name, attributes) {
        depth++;
        if (depth > MAX_DEPTH) parser.pause();
        handler.open(localName(name), localNames(attributes));
      },
      ontext: (piece) => handler.text?.(piece),
      onclosetag(name, isImplied) {
        depth--;
        handler.close?.(localName(name), isImplied);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  return {
    write(bytes) {
      if (depth <= MAX_DEPTH) parser.write(decoder.decode(bytes, { stream: true }));
    },
    end() {
      if (depth <= MAX_DEPTH) parser.end(decoder.decode());
    },
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

function localNames(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]));
}
