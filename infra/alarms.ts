import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IAlarm,
  type IMetric,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Handler } from './handler.ts';
import type { Metrics } from './metrics.ts';
import type { Search } from './search.ts';
import { VOLUME_GIB } from './search-domain.ts';
import type { Worker } from './worker.ts';

export interface AlarmsProps {
  readonly dispatch: Handler;
  readonly fetch: Worker;
  /** Stages whose messages are the only reference to an object, by name. */
  readonly stages: Record<string, Worker>;
  readonly search: Search | undefined;
  readonly metrics: Metrics;
  /** E-mail address for alarms. Empty: no e-mails are sent. */
  readonly email: string;
}

/** Share of the volume of the search domain that must be free: merging segments needs space, and the service blocks writes below 20 %. */
const MIN_FREE_SHARE = 0.25;

type AlarmRule = {
  metric: IMetric;
  threshold: number;
  /** Number of consecutive periods of the metric. Default: 1. */
  periods?: number;
  /** Default: missing data does not raise the alarm. */
  treatMissingData?: TreatMissingData;
  /** Default: the metric reaches or exceeds the threshold. */
  comparison?: ComparisonOperator;
};

/**
 * Alarms for conditions that need a person. Ten alarms on single metrics are free, and each further metric in an alarm is billed
 * (https://aws.amazon.com/cloudwatch/pricing/). So functions behind a queue are monitored by their dead letters.
 */
export class Alarms extends Construct {
  readonly alarms: IAlarm[] = [];
  /** Topic that gets the alarms; undefined without an address. */
  readonly topicArn: string | undefined;
  private readonly action: SnsAction | undefined;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    if (props.email) {
      const topic = new Topic(this, 'Topic', { enforceSSL: true });
      topic.addSubscription(new EmailSubscription(props.email));
      this.allowPublishing(topic);
      this.action = new SnsAction(topic);
      this.topicArn = topic.topicArn;
    }
    for (const [name, worker] of Object.entries(props.stages)) this.addStageAlarms(name, worker, props);
    this.addCrawlAlarms(props);
    if (props.search?.domain) this.addFreeSpaceAlarm(props.search.domain.domainName);
  }

  private addStageAlarms(name: string, { queue, deadLetterQueue }: Worker, { metrics, search }: AlarmsProps): void {
    if (!deadLetterQueue) return;
    const dead = deadLetterQueue.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(5),
      statistic: 'Maximum',
    });
    this.alarm(`${name}GivenUp`, `${name} dead-lettered a message: its object is not processed`, {
      metric: dead,
      threshold: 1,
    });
    const unavailable = name === 'Index' ? metrics.byName['SearchUnavailable'] : undefined;
    if (unavailable) {
      // Messages are requeued as new ones while the engine is unavailable, so their age only reveals a slow engine.
      this.alarm('SearchAway', 'the search engine has accepted no records for half an hour', {
        metric: unavailable,
        threshold: 1,
        periods: 6,
      });
      // The tenth alarm of a stack with a domain is its free space.
      if (search?.domain) return;
    }
    const age = queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(15), statistic: 'Maximum' });
    this.alarm(`${name}Late`, `${name} is more than a day behind`, {
      metric: age,
      threshold: Duration.days(1).toSeconds(),
    });
  }

  private addCrawlAlarms({ dispatch, fetch }: AlarmsProps): void {
    const errors = { period: Duration.minutes(5), statistic: 'Sum' };
    this.alarm('Dispatch', 'dispatch fails, or is not invoked at all', {
      metric: dispatch.lambda.metricErrors(errors),
      threshold: 3,
      // A function that is not invoked reports no errors either.
      treatMissingData: TreatMissingData.BREACHING,
    });
    this.alarm('Fetch', 'fetch fails: hosts are visited repeatedly', {
      metric: fetch.handler.lambda.metricErrors(errors),
      threshold: 3,
    });
    // Visits are retained for 15 minutes. If the oldest stays at ten minutes or more, no one processes them.
    this.alarm('NoProgress', 'hosts are dispatched, but for an hour none was visited', {
      metric: fetch.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(15), statistic: 'Maximum' }),
      threshold: Duration.minutes(10).toSeconds(),
      periods: 4,
    });
  }

  private addFreeSpaceAlarm(domainName: string): void {
    const metric = new Metric({
      namespace: 'AWS/ES',
      metricName: 'FreeStorageSpace',
      dimensionsMap: { DomainName: domainName, ClientId: Stack.of(this).account },
      statistic: 'Minimum',
      period: Duration.minutes(15),
    });
    this.alarm('SearchFull', 'the search engine will soon reject records: its disk is nearly full', {
      metric,
      threshold: MIN_FREE_SHARE * VOLUME_GIB * 1_024,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
    });
  }

  /**
   * A topic with a policy of its own has not the default one, which lets the account publish. Where CloudFormation has no budgets, the
   * operator creates one by hand, which may notify the topic.
   */
  private allowPublishing(topic: Topic): void {
    const { account, partition, region } = Stack.of(this);
    const sources = {
      Alarms: ['cloudwatch.amazonaws.com', `arn:${partition}:cloudwatch:${region}:${account}:alarm:*`],
      Budgets: ['budgets.amazonaws.com', `arn:${partition}:budgets::${account}:*`],
    } as const;
    for (const [sid, [service, source]] of Object.entries(sources))
      topic.addToResourcePolicy(
        new PolicyStatement({
          sid,
          principals: [new ServicePrincipal(service)],
          actions: ['sns:Publish'],
          resources: [topic.topicArn],
          conditions: { StringEquals: { 'aws:SourceAccount': account }, ArnLike: { 'aws:SourceArn': source } },
        }),
      );
  }

  private alarm(id: string, description: string, rule: AlarmRule): void {
    const alarm = new Alarm(this, id, {
      alarmDescription: `${Stack.of(this).stackName}: ${description}`,
      metric: rule.metric,
      threshold: rule.threshold,
      treatMissingData: rule.treatMissingData ?? TreatMissingData.NOT_BREACHING,
      evaluationPeriods: rule.periods ?? 1,
      comparisonOperator: rule.comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    });
    this.alarms.push(alarm);
    if (this.action) alarm.addAlarmAction(this.action);
  }
}
