import { App, Validations } from 'aws-cdk-lib';
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { AwsSolutionsChecks } from 'cdk-nag';

const PROPS = { analyticsReporting: false };

/** Creates a CDK app with all recommended feature flags. Synthesis validates nothing. */
export function uncheckedApp(context: Record<string, unknown> = {}): App {
  return new App({ ...PROPS, context: { ...flags, ...context }, builtinCloudFormationValidation: false });
}

/**
 * Creates an app whose synthesis fails if CloudFormation would reject the template, or if AwsSolutions (cdk-nag) finds something
 * that `acknowledged-findings.ts` does not list.
 */
export function newApp(context: Record<string, unknown> = {}): App {
  const app = new App({ ...PROPS, context: { ...flags, ...context } });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
