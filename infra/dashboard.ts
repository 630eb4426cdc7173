import { Duration, Stack } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, GraphWidget, type IAlarm, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Handler } from './handler.ts';
import type { Metrics } from './metrics.ts';
import type { Storage } from './storage.ts';
import type { Worker } from './worker.ts';

export interface StackDashboardProps {
  readonly name: string;
  readonly alarms: IAlarm[];
  readonly metrics: Metrics;
  readonly workers: Record<string, Worker>;
  readonly handlers: Record<string, Handler>;
  readonly storage: Storage;
}

const period = Duration.minutes(5);

/** One dashboard: alarms, throughput, queues and usage. Three dashboards per account are free. */
export class StackDashboard extends Construct {
  constructor(scope: Construct, id: string, props: StackDashboardProps) {
    super(scope, id);
    const { metrics, workers, handlers, storage } = props;
    const { Pages, Requests, HostsSent, Bytes, ...others } = metrics.byName;
    const existing = (all: (IMetric | undefined)[]) => all.filter((metric) => metric !== undefined);
    const queues = Object.entries(workers);
    const tables = [storage.heads, storage.bundles, storage.inbox, storage.locks];
    new Dashboard(this, 'Dashboard', {
      dashboardName: `${props.name}-${Stack.of(this).region}`,
      defaultInterval: Duration.hours(12),
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms: props.alarms, width: 24 })],
        [
          graph('Pages and requests per five minutes; bytes', existing([Pages, Requests]), existing([Bytes])),
          graph(
            'Hosts dispatched; failed visits, objects indexed',
            existing([HostsSent]),
            existing(Object.values(others)),
          ),
        ],
        [
          graph(
            'Age of the oldest message, seconds',
            queues.map(([label, { queue }]) => queue.metricApproximateAgeOfOldestMessage({ label, period })),
          ),
          graph(
            'Messages waiting; dead letters',
            queues.map(([label, { queue }]) => queue.metricApproximateNumberOfMessagesVisible({ label, period })),
            queues.flatMap(([label, { deadLetterQueue: givenUp }]) =>
              givenUp
                ? [givenUp.metricApproximateNumberOfMessagesVisible({ label: `${label} dead letters`, period })]
                : [],
            ),
          ),
        ],
        [
          graph(
            'Duration of functions, ms; errors',
            Object.entries(handlers).map(([label, { lambda }]) => lambda.metricDuration({ label, period })),
            Object.entries(handlers).map(([label, { lambda }]) =>
              lambda.metricErrors({ label: `${label} errors`, period }),
            ),
          ),
          graph(
            'Write units of tables per five minutes',
            tables.map((table) =>
              table.metricConsumedWriteCapacityUnits({ label: table.node.id, period, statistic: 'Sum' }),
            ),
          ),
        ],
      ],
    });
  }
}

function graph(title: string, left: IMetric[], right: IMetric[] = []): GraphWidget {
  return new GraphWidget({ title, left, right, width: 12 });
}
