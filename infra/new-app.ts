import { App, Validations } from 'aws-cdk-lib';
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { AwsSolutionsChecks } from 'cdk-nag';

/**
 * An app with the construct library's present behaviour instead of what it keeps for old projects. Its synthesis fails when
 * the rules of AwsSolutions find something that `acknowledged.ts` does not argue for.
 */
export function newApp(context: Record<string, unknown> = {}): App {
  const app = new App({ analyticsReporting: false, context: { ...flags, ...context } });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
