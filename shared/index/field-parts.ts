/** Parts of the values of mapped fields that have a grammar, such as the period of an event. */

/** The names of the parts in their order, and what separates them. */
export type FieldGrammar = { separator: string; parts: readonly string[] };

/** Grammars by the name of the field that has such values. */
export type FieldGrammars = Readonly<Record<string, FieldGrammar>>;

/**
 * A value of a mapped field with these parts. `parts`: for each part its accepted values, or null for any value.
 */
export type PartsTest = { field: string; separator: string; parts: (readonly string[] | null)[] };

/**
 * Returns whether one value of a record has all of the parts.
 *
 * @param stored the values of the mapped fields as `name=value`, each between line feeds
 */
export function hasParts(stored: string, { field, separator, parts }: PartsTest): boolean {
  return stored.split('\n').some((line) => {
    if (!line.startsWith(`${field}=`)) return false;
    const values = line.slice(field.length + 1).split(separator);
    return (
      values.length === parts.length && parts.every((accepted, i) => accepted?.includes(values[i]!.trim()) ?? true)
    );
  });
}
