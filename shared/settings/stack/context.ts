/** The options of the stack in the context of the CDK, as `-c NAME=VALUE` or in cdk.json. */
import * as z from 'zod';
import { nearestWord } from '../../text/nearest-word.ts';
import { toFaults } from '../faults.ts';
import { DeploymentSchema, type DeploymentSettings } from './deployment.ts';

/** The CDK takes the Region from the environment. */
const { region: _, ...OPTIONS } = DeploymentSchema.unwrap().shape;

/** Checks each option by itself, without the conflicts between options. */
const SINGLE_OPTIONS = z.strictObject(OPTIONS);

/** Paths of modules, which a crawl.yaml has elsewhere. */
const PLUGINS = 'plugins';

const OPTION_NAMES = [...Object.keys(OPTIONS), PLUGINS];

/** Names that the CDK's command line stores in the context, besides those with a prefix such as `@aws-cdk/core:`. */
const CDK_NAMES = ['cli-telemetry', 'acknowledged-issue-numbers'];

/** Name in the template's metadata under which a stack keeps the options that it was deployed with. */
export const OPTIONS_METADATA = 'ThresherOptions';

/** Name in the context of the options as they were requested, as JSON: the quota of an account may lower some of them. */
export const REQUESTED_OPTIONS = 'thresher:options';

/** Returns the options of the stack in a context, with their plug-ins, as texts. Those of the CDK, which cdk.json has too, are left out. */
export const optionsOfContext = (context: Readonly<Record<string, unknown>>): Record<string, string> =>
  selectTexts(context, (name) => OPTION_NAMES.includes(name));

/** Returns the options in the metadata of a stack, as texts. Feature flags of the CDK are among them if they were requested. */
export const deployedOptions = (metadata: Readonly<Record<string, unknown>>): Record<string, string> =>
  selectTexts(metadata, isContextName);

const selectTexts = (
  values: Readonly<Record<string, unknown>>,
  isWanted: (name: string) => boolean,
): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (isWanted(name) ? [[name, `${value}`]] : [])));

/** Options without a default. An empty value removes a saved one. */
const REMOVABLE = [
  'searchEndpoint',
  'jwtIssuer',
  'jwtAudience',
  'annotatorClaim',
  'searchOrigins',
  'alarmEmail',
  'budgetUsd',
  'secrets',
  'alertSecrets',
  'tags',
  'permissionsBoundary',
];

/** Returns whether a name in the context is an option of the stack, or belongs to the CDK: a feature flag or a cached look-up. */
export const isContextName = (name: string): boolean =>
  OPTION_NAMES.includes(name) || /[@:]/.test(name) || CDK_NAMES.includes(name);

/** @returns a message about each name that is neither an option of the stack nor the CDK's own */
export function findUnknownOptions(names: readonly string[]): string[] {
  return names
    .filter((name) => !isContextName(name))
    .map((name) => {
      const meant = nearestWord(name, OPTION_NAMES);
      return `${name}: unknown option of the stack${meant ? `; did you mean ${meant}?` : ''}`;
    });
}

/**
 * Reads the options of the stack, other than its plug-ins.
 *
 * @param context texts of the command line, or values of cdk.json
 * @param isPartial whether other options are still unknown, so that combinations are not checked
 * @returns the options, without defaults, and messages about unknown names, invalid values and combinations
 */
export function readContext(
  context: Readonly<Record<string, unknown>>,
  isPartial = false,
): {
  options: DeploymentSettings;
  errors: string[];
} {
  const given = Object.entries(context)
    .filter(([name, value]) => Object.hasOwn(OPTIONS, name) && !(REMOVABLE.includes(name) && value === ''))
    .map(([name, value]) => [name, parseValue(name as keyof typeof OPTIONS, `${value}`)]);
  const schema = isPartial ? SINGLE_OPTIONS : DeploymentSchema;
  const read = schema.safeParse(Object.fromEntries(given));
  const faults = read.success ? [] : toFaults(read.error, schema);
  const messages = faults.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return { options: read.data ?? {}, errors: [...findUnknownOptions(Object.keys(context)), ...messages] };
}

/** Parses a text by the type of its option. A text that does not fit stays a text, which the schema refuses. */
function parseValue(name: keyof typeof OPTIONS, text: string): unknown {
  const { type } = OPTIONS[name].unwrap();
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
