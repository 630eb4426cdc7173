import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Handler } from './handler.ts';

/** Which line of a function's log is counted, and by which of its fields; no field: each line is one. */
type Row = { event: string; field?: string };

const DISPATCHED = { HostsSent: { event: 'dispatched', field: 'hosts' } };
const FETCHED = {
  Pages: { event: 'visited', field: 'counts.pages' },
  Requests: { event: 'visited', field: 'counts.requests' },
  Bytes: { event: 'visited', field: 'counts.bytes' },
  VisitsFailed: { event: 'visit-failed' },
};
const INDEXED = { ObjectsIndexed: { event: 'indexed' }, SearchUnavailable: { event: 'search-unavailable' } };

/**
 * Metrics of the whole stack, taken from the logs. Each set of dimensions is a metric of its own and is billed, so there is
 * none for a crawl or a reason: what became of URLs and why is counted in items (`status`) and told line by line in the
 * logs. Without a default value a stack that does nothing sends nothing, and pays for nothing.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/MonitoringLogData.html
 */
export class Metrics extends Construct {
  /** A sum of five minutes, by the metric's name. */
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

  private count(handler: Handler, rows: Record<string, Row>): void {
    for (const [metricName, { event, field }] of Object.entries(rows)) {
      // The runtime puts what was logged under `message`.
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
