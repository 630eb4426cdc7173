import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Handler } from './handler.ts';

/** The log event that a metric counts. It sums `field`, or counts the lines if there is none. */
type MetricSource = { event: string; field?: string };

const DISPATCHED = { HostsSent: { event: 'dispatched', field: 'hosts' } };
const FETCHED = {
  Pages: { event: 'visited', field: 'counts.pages' },
  Requests: { event: 'visited', field: 'counts.requests' },
  Bytes: { event: 'visited', field: 'counts.bytes' },
  VisitsFailed: { event: 'visit-failed' },
};
const INDEXED = { ObjectsIndexed: { event: 'indexed' }, SearchUnavailable: { event: 'search-unavailable' } };

/**
 * Metrics of the whole stack, extracted from the logs. Each combination of dimensions is billed as a metric, so there are no
 * dimensions for crawls or reasons: `status` and the log lines have those numbers. Without a default value, an idle stack
 * emits no data and costs nothing.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/MonitoringLogData.html
 */
export class Metrics extends Construct {
  /** Sums over five minutes, by metric name. */
  readonly byName: Record<string, Metric> = {};
  private readonly namespace: string;

  constructor(
    scope: Construct,
    id: string,
    props: { name: string; dispatch: Handler; fetch: Handler; index?: Handler },
  ) {
    super(scope, id);
    this.namespace = `Thresher/${props.name}`;
    this.count(props.dispatch, DISPATCHED);
    this.count(props.fetch, FETCHED);
    if (props.index) this.count(props.index, INDEXED);
  }

  private count(handler: Handler, rows: Record<string, MetricSource>): void {
    for (const [metricName, { event, field }] of Object.entries(rows)) {
      // The Lambda runtime nests the logged object under `message`.
      const isEvent = FilterPattern.stringValue('$.message.event', '=', event);
      const value = field && `$.message.${field}`;
      const filter = new MetricFilter(this, metricName, {
        logGroup: handler.log,
        metricNamespace: this.namespace,
        metricName,
        filterPattern: value ? FilterPattern.all(isEvent, FilterPattern.exists(value)) : isEvent,
        metricValue: value ?? '1',
      });
      this.byName[metricName] = filter.metric({ statistic: 'Sum', period: Duration.minutes(5) });
    }
  }
}
