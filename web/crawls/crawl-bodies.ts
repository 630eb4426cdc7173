import * as z from 'zod';
import { type Fault, toFaults } from '../../shared/settings/faults.ts';
import type { ParameterFault } from '../api/parse-parameters.ts';

/** Maximum length of a URL prefix, in UTF-16 units. */
const MAX_URL_LENGTH = 8_000;

const CRAWL_STATES = ['open', 'paused', 'stopped'] as const;

/** Body of a request that changes the state of a crawl. */
export const StateBody = z.strictObject({
  state: z
    .enum(CRAWL_STATES)
    .describe('open: the crawl runs; paused: it fetches nothing until it is opened; stopped: it also adds no links.'),
});

/** Body of a request that adds seeds. */
export const SeedsBody = z.strictObject({
  seeds: z
    .array(z.unknown())
    .min(1)
    .describe('Seeds as in a crawl.yaml: URLs, or objects with url, priority and about.'),
  force: z.boolean().optional().describe('Fetch seeds that are known already again, now.'),
});

/** Body of a request that makes pages due. */
export const RecrawlBody = z.strictObject({
  prefix: z
    .string()
    .min(1)
    .max(MAX_URL_LENGTH)
    .optional()
    .describe('Only pages whose URL starts with this; must name one host. Absent: all pages.'),
  gone: z
    .boolean()
    .optional()
    .describe('Only pages that the mass-removal guard holds back, which are removed if they are still gone.'),
});

/** Parses a text as JSON. An empty text is an empty object. */
export function parseJson(text: string): { value: unknown } | { faults: ParameterFault[] } {
  try {
    return { value: text.trim() === '' ? {} : JSON.parse(text) };
  } catch (error) {
    return { faults: [{ parameter: 'body', detail: `must be JSON: ${(error as Error).message}` }] };
  }
}

/** Parses the body of a request. @returns the body, or all that is wrong with it */
export function parseBody<Body extends z.ZodType>(
  schema: Body,
  text: string,
): { body: z.output<Body> } | { faults: ParameterFault[] } {
  const json = parseJson(text);
  if ('faults' in json) return json;
  const read = schema.safeParse(json.value);
  if (read.success) return { body: read.data };
  return { faults: parameterFaults(toFaults(read.error, schema)) };
}

/** Names faults of a body by their keys; one of all of it by `body`. */
export const parameterFaults = (faults: readonly Fault[]): ParameterFault[] =>
  faults.map(({ path, message }) => ({ parameter: path.join('.') || 'body', detail: message }));
