import type { Charset } from './page.ts';

/**
 * Encodes text in a legacy encoding by inverting the platform's decoder. The crawler's own tables are not used, because
 * they are what the tests check. A character that the encoding lacks becomes a character reference, as in HTML forms.
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
  // Node decodes iso-8859-1 as windows-1252, as browsers do. This web does not use the characters that differ.
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
