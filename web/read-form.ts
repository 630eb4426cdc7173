import type { Context } from 'hono';
import { invalidParameters, type Problem } from './api/problem.ts';

/** Fields of a form. Of several with one name, the last counts. */
export type FormFields = Readonly<Record<string, string | File>>;

/** The body of a request says that it is a form, and cannot be read as one: multipart that is cut, or lacks its boundary. */
export const damagedForm: Problem = invalidParameters([{ parameter: 'body', detail: 'must be a form' }]);

/** Reads the form of a request; a body of another type has no fields. @returns undefined if the form is damaged */
export async function readForm(c: Context): Promise<FormFields | undefined> {
  try {
    return (await c.req.parseBody()) as FormFields;
  } catch {
    return undefined;
  }
}
