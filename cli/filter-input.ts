import { isStringArray } from '../shared/text/json-values.ts';
import { UsageError } from './command.ts';

/**
 * One request of a JSON Lines filter. The functions below read its fields; their errors become the message of a bad
 * line.
 */
export type FilterRequest = Record<string, unknown>;

/** @throws if the field is missing or not a string */
export function requiredString(question: FilterRequest, field: string): string {
  const value = optionalString(question, field);
  if (value === undefined) throw new Error(`${field}: is missing`);
  return value;
}

/** Returns undefined if the field is absent or null. @throws if it is not a string */
export function optionalString(question: FilterRequest, field: string): string | undefined {
  const value = question[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new Error(`${field}: must be a string`);
  return value;
}

/** Returns undefined if the field is absent or null. @throws if it is not a list of strings */
export function optionalStrings(question: FilterRequest, field: string): string[] | undefined {
  const value = question[field];
  if (value === undefined || value === null) return undefined;
  if (!isStringArray(value)) throw new Error(`${field}: must be a list of strings`);
  return value;
}

/** Decodes a base64 field. @throws if it is not base64 */
export function optionalBase64(question: FilterRequest, field: string): Uint8Array | undefined {
  const value = optionalString(question, field);
  if (value === undefined) return undefined;
  const folded = value.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(folded)) throw new Error(`${field}: is not base64`);
  return Buffer.from(folded, 'base64');
}

/**
 * Refuses arguments and options that have no effect with `--jsonl`: each line brings its own values.
 *
 * @param command name of the command
 * @param ignored options that only a single input has
 * @throws UsageError
 */
export function checkFilterArguments(
  command: string,
  operands: readonly string[],
  ignored: Readonly<Record<string, unknown>>,
): void {
  const option = Object.keys(ignored).find((name) => ignored[name] !== undefined && ignored[name] !== false);
  const given = operands[0] ?? (option && `--${option}`);
  if (given !== undefined)
    throw new UsageError(`thresher ${command} --jsonl: ${given}: has no effect; the requests come from standard input`);
}
