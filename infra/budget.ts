import { createHash } from 'node:crypto';
import { Annotations, CfnOutput, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import { uniqueName } from './names.ts';

/** Percentages of the amount at which the subscriber gets an e-mail. */
const NOTIFICATIONS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
];

/**
 * Regions where CloudFormation can create a budget. In others it rejects the whole template.
 * Source: the resource schemas of cfn-lint 1.58.
 */
const BUDGET_REGIONS = new Set([
  ...['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2', 'ca-central-1', 'sa-east-1'],
  ...['eu-central-1', 'eu-west-1', 'eu-west-2', 'eu-west-3'],
  ...['ap-northeast-1', 'ap-northeast-2', 'ap-south-1', 'ap-southeast-1', 'ap-southeast-2'],
  ...['cn-north-1', 'cn-northwest-1', 'eusc-de-east-1'],
]);

export interface BudgetAlertProps {
  /** Region that the template is for. Undefined: unknown. */
  readonly region: string | undefined;
  readonly usd: number;
  readonly email: string;
}

/**
 * A monthly budget of the whole account, with e-mails when it is nearly spent. The costs of one stack could only be separated by
 * a cost allocation tag, which must be activated by hand. The budget only warns; the budget of a crawl stops the crawl.
 *
 * Where CloudFormation has no budgets, the stack has an output instead that says what to do.
 */
export class BudgetAlert extends Construct {
  constructor(scope: Construct, id: string, { region, usd, email }: BudgetAlertProps) {
    super(scope, id);
    if (region === undefined || !BUDGET_REGIONS.has(region)) {
      this.tellMissing(region, usd);
      return;
    }
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: budgetName(Stack.of(this), email),
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: usd, unit: 'USD' },
      },
      notificationsWithSubscribers: NOTIFICATIONS.map((notification) => ({
        notification: { ...notification, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'EMAIL', address: email }],
      })),
    });
  }

  private tellMissing(region: string | undefined, usd: number): void {
    const where = region === undefined ? 'an unknown Region' : region;
    const value = `not created: CloudFormation has no budgets in ${where}. Create a budget of ${usd} USD on the page Budgets of the console (Billing and Cost Management); it covers all Regions.`;
    Annotations.of(this).addWarningV2('thresher:no-budget', `budgetUsd: ${value}`);
    new CfnOutput(this, 'Missing', { description: 'Monthly budget of the account', value }).overrideLogicalId('Budget');
  }
}

/**
 * Budgets belong to the account, and CloudFormation creates the new one before it deletes the one that it replaces. So the name
 * differs between Regions and changes with the address.
 */
function budgetName({ stackName, region }: Stack, email: string): string {
  const subscriber = createHash('sha256').update(email).digest('hex').slice(0, 8);
  return `${uniqueName(stackName)}-${region}-${subscriber}`;
}
