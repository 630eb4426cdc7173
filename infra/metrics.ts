import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter, type MetricFilterProps } from 'aws-cdk-lib/aws-logs';
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
 * Lines about failures: errors that a function has logged, which have an event, and reports of calls that failed or ended by their
 * timeout. The runtime logs an error of its own (without an event) and `platform.runtimeDone` for the same call, which must not count again.
 * https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html
 */
const FAULT = FilterPattern.any(
  FilterPattern.all(FilterPattern.stringValue('$.level', '=', 'ERROR'), FilterPattern.exists('$.message.event')),
  FilterPattern.all(
    FilterPattern.stringValue('$.type', '=', 'platform.report'),
    FilterPattern.any(
      FilterPattern.stringValue('$.record.status', '=', 'error'),
      FilterPattern.stringValue('$.record.status', '=', 'failure'),
      FilterPattern.stringValue('$.record.status', '=', 'timeout'),
    ),
  ),
);

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
    props: { name: string; dispatch: Handler; fetch: Handler; index?: Handler; answering: Record<string, Handler> },
  ) {
    super(scope, id);
    this.namespace = `Thresher/${props.name}`;
    this.count(props.dispatch, DISPATCHED);
    this.count(props.fetch, FETCHED);
    if (props.index) this.count(props.index, INDEXED);
    // One metric for all functions that answer people or schedules: each further one would be billed.
    for (const [name, handler] of Object.entries(props.answering))
      this.add(`Faults${name}`, handler, { metricName: 'Faults', filterPattern: FAULT, metricValue: '1' });
  }

  private count(handler: Handler, rows: Record<string, MetricSource>): void {
    for (const [metricName, { event, field }] of Object.entries(rows)) {
      // The Lambda runtime nests the logged object under `message`.
      const isEvent = FilterPattern.stringValue('$.message.event', '=', event);
      const value = field && `$.message.${field}`;
      this.add(metricName, handler, {
        metricName,
        filterPattern: value ? FilterPattern.all(isEvent, FilterPattern.exists(value)) : isEvent,
        metricValue: value ?? '1',
      });
    }
  }

  /** @param id unique among the filters: several of them may count for one metric */
  private add(
    id: string,
    { log }: Handler,
    counted: Pick<MetricFilterProps, 'metricName' | 'filterPattern' | 'metricValue'>,
  ): void {
    const filter = new MetricFilter(this, id, { logGroup: log, metricNamespace: this.namespace, ...counted });
    this.byName[counted.metricName] = filter.metric({ statistic: 'Sum', period: Duration.minutes(5) });
  }
}
