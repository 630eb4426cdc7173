import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { bundleHandlers, HANDLERS } from './bundle.ts';
import { newApp } from './new-app.ts';
import { readOptions, readPlugins } from './options.ts';
import { ThresherStack } from './stack.ts';

// Synthesis copies the bundles into its own output, so they are temporary.
const folder = mkdtempSync(join(tmpdir(), 'thresher-bundles-'));
try {
  const app = newApp();
  const options = readOptions(app.node, process.env['CDK_DEFAULT_REGION']);
  await bundleHandlers(folder, HANDLERS, readPlugins(app.node));
  new ThresherStack(app, options.stackName, options, (name) => Code.fromAsset(join(folder, name)));
  app.synth();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
