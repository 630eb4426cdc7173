/** What a file says of itself: name in lower case → values. Without a prototype: files choose the names. */
export type Said = Record<string, string[]>;

export const nothingSaid = (): Said => Object.create(null);

const MAX_VALUES = 200;

/** Adds a value once, with its white space folded; an empty one is none. */
export function say(said: Said, name: string, value: string): void {
  const text = value.replaceAll('\0', '').replace(/\s+/g, ' ').trim();
  if (text === '') return;
  const values = said[name.toLowerCase()] ?? [];
  said[name.toLowerCase()] = values;
  if (!values.includes(text) && values.length < MAX_VALUES) values.push(text);
}
