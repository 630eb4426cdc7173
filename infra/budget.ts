import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

/** Told by mail at these shares of the amount. */
const NOTICES = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
];

/**
 * An amount a month, and a mail when it is nearly spent. It is the account's: costs of one stack can only be told apart by
 * a tag that somebody has switched on in the billing console. It warns and stops nothing; a crawl's own budget does that.
 */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { name, usd, email }: { name: string; usd: number; email: string }) {
    super(scope, id);
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: name,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: usd, unit: 'USD' },
      },
      notificationsWithSubscribers: NOTICES.map((notice) => ({
        notification: { ...notice, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'EMAIL', address: email }],
      })),
    });
  }
}
