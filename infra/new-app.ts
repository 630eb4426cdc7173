import { App, Validations } from 'aws-cdk-lib';
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { AwsSolutionsChecks } from 'cdk-nag';

const PROPS = { analyticsReporting: false };

/** An app with the construct library's present behaviour instead of what it keeps for old projects. Nobody looks at it. */
export function uncheckedApp(context: Record<string, unknown> = {}): App {
  return new App({ ...PROPS, context: { ...flags, ...context }, builtinCloudFormationValidation: false });
}

/**
 * The same, whose synthesis fails when CloudFormation would refuse the template, or when the rules of AwsSolutions find
 * something that `acknowledged.ts` does not argue for.
 */
export function newApp(context: Record<string, unknown> = {}): App {
  const app = new App({ ...PROPS, context: { ...flags, ...context } });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
