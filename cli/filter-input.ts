/** Reads the fields of a filter's question; what does not fit is the message of a bad line. */
export type FilterRequest = Record<string, unknown>;

/** @throws when it is missing or no text. */
export function requiredString(question: FilterRequest, field: string): string {
  const value = optionalString(question, field);
  if (value === undefined) throw new Error(`${field} is missing`);
  return value;
}

/** null counts as absent. */
export function optionalString(question: FilterRequest, field: string): string | undefined {
  const value = question[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new Error(`${field} must be a text`);
  return value;
}

export function optionalStrings(question: FilterRequest, field: string): string[] | undefined {
  const value = question[field];
  if (value === undefined || value === null) return undefined;
  if (!isStringArray(value)) throw new Error(`${field} must be a list of texts`);
  return value;
}

/** Bytes in base64. @throws when it is not. */
export function optionalBase64(question: FilterRequest, field: string): Uint8Array | undefined {
  const value = optionalString(question, field);
  if (value === undefined) return undefined;
  const folded = value.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(folded)) throw new Error(`${field} is not base64`);
  return Buffer.from(folded, 'base64');
}

export function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
