/** Header fields of a response, in the order of the wire. Names keep the case that the server used. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/**
 * Returns the first value of a header field, or undefined if the field is absent.
 *
 * @param name the field name in lower case
 */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  for (const [field, value] of headers) if (isNamed(field, name)) return value;
  return undefined;
}

/**
 * Returns all values of a header field in their order; an empty list if the field is absent.
 *
 * @param name the field name in lower case
 */
export function headerValues(headers: HeaderList, name: string): string[] {
  const values: string[] = [];
  for (const [field, value] of headers) if (isNamed(field, name)) values.push(value);
  return values;
}

/** Compares lengths first: most fields of a response differ in length from the one that is looked for. */
const isNamed = (field: string, name: string): boolean => field.length === name.length && field.toLowerCase() === name;
