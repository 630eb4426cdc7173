import type { Charset } from './page.ts';

/**
 * Text in an old encoding: the decoder's table, turned round. The platform only decodes, and the crawler's own tables
 * should not be what they are tested with. A character that the encoding does not have becomes a reference, as in HTML.
 */
export function encode(text: string, charset: Charset['bytes']): Uint8Array {
  if (charset === 'utf-8') return Buffer.from(text, 'utf8');
  if (charset === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le');
  const table = tableOf(charset);
  const bytes: number[] = [];
  for (const c of text) {
    const code = table.get(c) ?? Buffer.from(`&#${c.codePointAt(0)};`);
    bytes.push(...code);
  }
  return Uint8Array.from(bytes);
}

const tables = new Map<string, Map<string, number[]>>();

function tableOf(charset: string): Map<string, number[]> {
  const known = tables.get(charset);
  if (known) return known;
  // What Node calls iso-8859-1 is windows-1252, as on the web; the difference is only where no text of ours goes.
  const decoder = new TextDecoder(charset);
  const table = new Map<string, number[]>();
  const note = (code: number[]) => {
    const c = decoder.decode(Uint8Array.from(code));
    if ([...c].length === 1 && c !== '\uFFFD' && !table.has(c)) table.set(c, code);
  };
  for (let a = 0; a < 256; a++) note([a]);
  if (charset === 'shift_jis') for (let a = 0x81; a < 0xfd; a++) for (let b = 0x40; b < 0xfd; b++) note([a, b]);
  tables.set(charset, table);
  return table;
}
