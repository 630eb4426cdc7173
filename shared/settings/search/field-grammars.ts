import { GRAMMARS } from '../../clean/metadata/map-metadata.ts';
import type { FieldGrammars } from '../../index/field-parts.ts';
import type { Settings } from '../settings.ts';

/** Returns the grammars of the mapped fields that have one, whose parts a query may name. */
export function fieldGrammarsOf({ metadata: { fields, grammars } }: Pick<Settings, 'metadata'>): FieldGrammars {
  return Object.fromEntries(
    fields.flatMap(({ field, type }) => {
      const grammar = grammars[type] ?? GRAMMARS[type];
      return grammar ? [[field, { separator: grammar.separator, parts: grammar.parts.map(({ name }) => name) }]] : [];
    }),
  );
}
