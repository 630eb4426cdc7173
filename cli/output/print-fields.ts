import { printable, type Terminal } from './terminal.ts';

/** Prints an object as text, one field per line in columns. Empty fields are skipped. */
export function printFields(answer: object, terminal: Terminal): void {
  const rows = Object.entries(answer).filter(([name, value]) => name !== 'id' && !isEmptyValue(value));
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) terminal.out(`${name.padEnd(width)}  ${printable(formatValue(value))}`);
}

function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
