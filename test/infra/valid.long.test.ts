/** Validates the templates with the rules of CloudFormation and of AwsSolutions (cdk-nag). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CfnResource, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, test } from 'vitest';
import type { Handler } from '../../infra/handler.ts';
import { newApp } from '../../infra/new-app.ts';
import { OPTION_SETS, SEARCH_OPTIONS, synthesiseUncached } from './stack.ts';

test.each(OPTION_SETS)(
  '%o is valid for CloudFormation, and AwsSolutions finds nothing that is not acknowledged',
  (choice) => {
    // Errors make the synthesis throw.
    const app = newApp(choice);
    const { stack } = synthesiseUncached(choice, app);
    // Warnings would be printed with every deployment.
    const report = readFileSync(join(app.synth().directory, 'validation-report.json'), 'utf8');
    expect(JSON.parse(report).pluginReports.flatMap(({ violations }: { violations: unknown[] }) => violations)).toEqual(
      [],
    );
    expect(new AwsSolutionsChecks().validateScope(stack)).toMatchObject({ success: true, violations: [] });
  },
);

test('the synthesis fails for a value that CloudFormation would reject', () => {
  const stack = new Stack(newApp(), 'Wrong');
  new CfnResource(stack, 'Queue', { type: 'AWS::SQS::Queue', properties: { DelaySeconds: 'long' } });
  expect(() => Template.fromStack(stack)).toThrow('DelaySeconds');
});

test('the synthesis fails for a bucket that allows unencrypted requests', () => {
  const stack = new Stack(newApp(), 'Open');
  new Bucket(stack, 'Bucket');
  expect(() => Template.fromStack(stack)).toThrow('AwsSolutions-S10');
});

test('the synthesis fails for a permission on all resources, whatever is acknowledged', () => {
  const { stack } = synthesiseUncached(SEARCH_OPTIONS.none);
  const dispatch = stack.node.findChild('Dispatch') as Handler;
  dispatch.allow(['s3:GetObject'], '*');
  const { violations } = new AwsSolutionsChecks().validateScope(stack);
  expect(violations.map(({ ruleName }) => ruleName)).toEqual(['AwsSolutions-IAM5[Resource::*]']);
});
