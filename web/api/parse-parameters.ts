import * as z from 'zod';

/** An invalid parameter of the URL. */
export type ParameterFault = { parameter: string; detail: string };

/** Parameters of a route: a schema for each, which also describes it in `/openapi.json`. */
export type ParameterSchemas = Readonly<Record<string, z.ZodType>>;

type Values<Schemas extends ParameterSchemas> = { [Name in keyof Schemas]: z.output<Schemas[Name]> };

/**
 * Parses the parameters of a URL. Values are trimmed; empty parameters count as absent, unknown ones are ignored.
 *
 * @returns the valid values, and all faults. Values of invalid parameters are those of absent ones.
 */
export function parseParameters<Schemas extends ParameterSchemas>(
  schemas: Schemas,
  given: Readonly<Record<string, string>>,
): { values: Values<Schemas>; faults: ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const values = Object.entries(schemas).map(([name, schema]) => {
    const text = (given[name] ?? '').trim();
    const parsed = schema.safeParse(text === '' ? undefined : text);
    if (parsed.success) return [name, parsed.data];
    faults.push({ parameter: name, detail: parsed.error.issues[0]!.message });
    return [name, schema.safeParse(undefined).data];
  });
  return { values: Object.fromEntries(values) as Values<Schemas>, faults };
}

/** A whole number between bounds, both inclusive. @param preset value of an absent parameter */
export function wholeNumber<Preset extends number | undefined>(
  min: number,
  max: number,
  preset: Preset,
): z.ZodType<number | Preset> {
  const error = `must be a whole number from ${min} to ${max}`;
  const number = z.int({ error }).min(min, { error }).max(max, { error });
  const schema = preset === undefined ? number.optional() : number;
  return z.preprocess((text) => (text === undefined ? preset : toNumber(text)), schema) as z.ZodType<number | Preset>;
}

const toNumber = (text: unknown): unknown => (/^\d{1,9}$/.test(String(text)) ? Number(text) : Number.NaN);

/** A text of limited length, in UTF-16 units. */
export const boundedText = (max: number) =>
  z.string().max(max, { error: ({ input }) => `at most ${max} characters; this has ${String(input).length}` });
