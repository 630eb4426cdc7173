import type { Language, Table } from './table.ts';

/** Returns the table of a language. Tables other than the English one are loaded on first use, which keeps a cold start small. */
export async function loadTable(language: Language): Promise<Table> {
  switch (language) {
    case 'en':
      return (await import('./en.ts')).EN;
    case 'sv':
      return (await import('./sv.ts')).SV;
    case 'de':
      return (await import('./de.ts')).DE;
    case 'fr':
      return (await import('./fr.ts')).FR;
  }
}
