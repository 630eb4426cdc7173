import { Aws, CfnCondition, Duration, Fn, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  LogQueryVisualizationType,
  LogQueryWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
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
  /** All functions, whose errors are listed. */
  readonly logged: Handler[];
  readonly storage: Storage;
}

const period = Duration.minutes(5);

/**
 * The newest errors of all functions: what the functions log, errors of the runtime, and calls that ended with an error or by their timeout.
 * Each look is billed by the bytes of logs in the interval of the dashboard.
 */
const ERRORS = [
  'fields @timestamp, @log, coalesce(message.event, message.errorType, record.status) as event, message.crawl as crawl, coalesce(message.error, message.errorMessage, @message) as error',
  'filter level = "ERROR" or record.status in ["error", "failure", "timeout"]',
  'sort @timestamp desc',
  'limit 50',
];

/** Host names of the console after that of the Region: https://docs.aws.amazon.com/general/latest/gr/mgmt-console.html */
const CONSOLE = 'console.aws.amazon.com';
const OTHER_CONSOLES = {
  'aws-cn': 'console.amazonaws.cn',
  'aws-us-gov': 'console.amazonaws-us-gov.com',
  'aws-eusc': 'console.amazonaws-eusc.eu',
};

/** One dashboard: alarms, errors, throughput, queues and usage. Three dashboards per account are free. */
export class StackDashboard extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, props: StackDashboardProps) {
    super(scope, id);
    const { metrics, workers, handlers, storage } = props;
    const { Pages, Requests, HostsSent, Bytes, ...others } = metrics.byName;
    const existing = (all: (IMetric | undefined)[]) => all.filter((metric) => metric !== undefined);
    const queues = Object.entries(workers);
    const tables = [storage.heads, storage.bundles, storage.inbox, storage.locks];
    const { region } = Stack.of(this);
    const dashboardName = `${props.name}-${region}`;
    const host = `${region}.${this.consoleHost()}`;
    this.url = `https://${host}/cloudwatch/home?region=${region}#dashboards/dashboard/${dashboardName}`;
    new Dashboard(this, 'Dashboard', {
      dashboardName,
      defaultInterval: Duration.hours(12),
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms: props.alarms, width: 24 })],
        [
          graph('Pages and requests per five minutes; bytes', existing([Pages, Requests]), existing([Bytes])),
          graph(
            'Hosts dispatched; failed visits, objects indexed, failed answers',
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
        [
          new LogQueryWidget({
            title: 'Newest errors of all functions',
            logGroupNames: props.logged.map(({ log }) => log.logGroupName),
            queryLines: ERRORS,
            view: LogQueryVisualizationType.TABLE,
            width: 24,
            height: 9,
          }),
        ],
      ],
    });
  }

  /** Returns the host name of the console in the partition of the account, which a synthesis need not know. A mapping would fail in others. */
  private consoleHost(): string {
    return Object.entries(OTHER_CONSOLES).reduce((otherwise, [partition, host]) => {
      const isThere = new CfnCondition(this, `Is-${partition}`, {
        expression: Fn.conditionEquals(Aws.PARTITION, partition),
      });
      return Fn.conditionIf(isThere.logicalId, host, otherwise).toString();
    }, CONSOLE);
  }
}

function graph(title: string, left: IMetric[], right: IMetric[] = []): GraphWidget {
  return new GraphWidget({ title, left, right, width: 12 });
}
