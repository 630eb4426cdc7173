/** The options of the stack in the context of the CDK, as `-c NAME=VALUE` or in cdk.json. */
import { nearestWord } from '../nearest-word.ts';
import { DeploymentSchema } from './deployment.ts';

/** Names of the options. The CDK takes the Region from the environment; `plugins` are paths, which a crawl.yaml has elsewhere. */
const OPTION_NAMES = [...Object.keys(DeploymentSchema.unwrap().shape).filter((name) => name !== 'region'), 'plugins'];

/** Names that the CDK's command line stores in the context, besides those with a prefix such as `@aws-cdk/core:`. */
const CDK_NAMES = ['cli-telemetry', 'acknowledged-issue-numbers'];

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
