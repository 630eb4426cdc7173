/** Properties of a document: lower-case name → values. The object has no prototype, because files choose the names. */
export type DocumentProperties = Record<string, string[]>;

/** Creates an empty set of properties. */
export const newProperties = (): DocumentProperties => Object.create(null);

/** Maximum number of values kept for a property. */
const MAX_VALUES_PER_PROPERTY = 200;

/** Adds a value with its white space collapsed. Ignores empty and repeated values. */
export function addProperty(properties: DocumentProperties, name: string, value: string): void {
  const text = value.replaceAll('\0', '').replace(/\s+/g, ' ').trim();
  if (text === '') return;
  const values = properties[name.toLowerCase()] ?? [];
  properties[name.toLowerCase()] = values;
  if (!values.includes(text) && values.length < MAX_VALUES_PER_PROPERTY) values.push(text);
}
