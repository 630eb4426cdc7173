import { App } from 'aws-cdk-lib';
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };

/** An app with the construct library's present behaviour instead of what it keeps for old projects. */
export function newApp(context: Record<string, unknown> = {}): App {
  return new App({ analyticsReporting: false, context: { ...flags, ...context } });
}
