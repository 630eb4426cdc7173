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
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Handler } from './handler.ts';
import type { Metrics } from './metrics.ts';
import type { Search } from './search.ts';
import type { Worker } from './worker.ts';

export interface WatchProps {
  readonly dispatch: Handler;
  readonly fetch: Worker;
  /** Stages whose messages are the only notice of an object, by name. */
  readonly stages: Record<string, Worker>;
  readonly search: Search | undefined;
  readonly metrics: Metrics;
  /** Empty: nobody is written to. */
  readonly email: string;
}

/** Free space of the domain below which writes will soon be refused. MiB. */
const LITTLE_SPACE_MIB = 2_048;

/**
 * What wants a person. Ten alarms on single metrics or as many are free; every further metric in an alarm costs
 * (https://aws.amazon.com/cloudwatch/pricing/), so functions behind a queue are watched by what they give up.
 */
export class Watch extends Construct {
  readonly alarms: IAlarm[] = [];
  private readonly action: SnsAction | undefined;

  constructor(scope: Construct, id: string, props: WatchProps) {
    super(scope, id);
    if (props.email) {
      const topic = new Topic(this, 'Topic', { enforceSSL: true });
      topic.addSubscription(new EmailSubscription(props.email));
      this.action = new SnsAction(topic);
    }

    for (const [name, { queue, givenUp }] of Object.entries(props.stages)) {
      if (!givenUp) continue;
      const visible = givenUp.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(5),
        statistic: 'Maximum',
      });
      this.alarm(`${name}GivenUp`, `${name} gave up on a message: its object is not worked off`, visible, 1);
      const away = name === 'Index' ? props.metrics.byName['SearchUnavailable'] : undefined;
      if (away) {
        // What search cannot take is put back as new, so age tells of an engine that is slow, and not of one that is away.
        this.alarm('SearchAway', 'for half an hour the search engine has taken no records', away, 1, undefined, 6);
        // The tenth alarm of a stack with a domain is its free space.
        if (props.search?.domain) continue;
      }
      const age = queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(15), statistic: 'Maximum' });
      this.alarm(`${name}Late`, `${name} is more than a day behind`, age, Duration.days(1).toSeconds());
    }

    const rounds = props.dispatch.lambda.metricErrors({ period: Duration.minutes(5), statistic: 'Sum' });
    // A function that is not called has no errors to report either.
    this.alarm('Dispatch', 'dispatch fails, or is not called at all', rounds, 3, TreatMissingData.BREACHING);
    const visits = props.fetch.handler.lambda.metricErrors({ period: Duration.minutes(5), statistic: 'Sum' });
    this.alarm('Fetch', 'fetch fails: hosts are visited again and again', visits, 3);

    // Visits live a quarter of an hour: as old as that for long, they are sent out and nobody works on them.
    const oldest = props.fetch.queue.metricApproximateAgeOfOldestMessage({
      period: Duration.minutes(15),
      statistic: 'Maximum',
    });
    const ten = Duration.minutes(10).toSeconds();
    this.alarm('NoProgress', 'hosts are sent out, and for an hour nobody visits them', oldest, ten, undefined, 4);

    if (props.search?.domain) {
      const free = new Metric({
        namespace: 'AWS/ES',
        metricName: 'FreeStorageSpace',
        dimensionsMap: { DomainName: props.search.domain.domainName, ClientId: Stack.of(this).account },
        statistic: 'Minimum',
        period: Duration.minutes(15),
      });
      const below = ComparisonOperator.LESS_THAN_THRESHOLD;
      this.alarm(
        'SearchFull',
        'the search engine will soon refuse records',
        free,
        LITTLE_SPACE_MIB,
        undefined,
        1,
        below,
      );
    }
  }

  private alarm(
    id: string,
    what: string,
    metric: IMetric,
    threshold: number,
    treatMissingData = TreatMissingData.NOT_BREACHING,
    evaluationPeriods = 1,
    comparisonOperator = ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  ): void {
    const alarm = new Alarm(this, id, {
      alarmDescription: `${Stack.of(this).stackName}: ${what}`,
      metric,
      threshold,
      treatMissingData,
      evaluationPeriods,
      comparisonOperator,
    });
    this.alarms.push(alarm);
    if (this.action) alarm.addAlarmAction(this.action);
  }
}
