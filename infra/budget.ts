import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

/** Percentages of the amount at which the subscriber gets an e-mail. */
const NOTIFICATIONS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
];

/**
 * A monthly budget of the whole account, with e-mails when it is nearly spent. The costs of one stack could only be separated by
 * a cost allocation tag, which must be activated by hand. The budget only warns; the budget of a crawl stops the crawl.
 */
export class BudgetAlert extends Construct {
  constructor(scope: Construct, id: string, { name, usd, email }: { name: string; usd: number; email: string }) {
    super(scope, id);
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: name,
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
}
