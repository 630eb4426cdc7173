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

/**
 * Number of errors in fifteen minutes from which the search pages or admin count as failing: a single odd request is no reason to call. A failed call counts
 * once, but one that goes on after failures, such as of several receivers, once for each.
 */
const MIN_FAULTS = 3;

/** Where the causes and remedies of all alarms are. */
const REMEDIES = 'docs/deploy.md, "Alarms"';

/** Texts of an alarm, which are all that the reader of its mail has. */
type AlarmText = {
  /** The fault. A clause without a full stop. */
  what: string;
  /** Where to look first, or what to do. One sentence. */
  look: string;
};

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
    const deadLetters = {
      what: `${name} set aside an object of pages after five failures`,
      look: `List such objects with ${this.command('dlq')}; the log of the function ${name} has the reason. When the cause is removed, add --redrive`,
    };
    this.alarm(`${name}GivenUp`, deadLetters, { metric: dead, threshold: 1 });
    const unavailable = name === 'Index' ? metrics.byName['SearchUnavailable'] : undefined;
    if (unavailable) {
      // Messages are requeued as new ones while the engine is unavailable, so their age only reveals a slow engine.
      const unavailableEngine = {
        what: 'the search engine has accepted no records for half an hour',
        look: 'The line search-unavailable in the log of the function Index has its error. Nothing is lost meanwhile',
      };
      this.alarm('SearchAway', unavailableEngine, { metric: unavailable, threshold: 1, periods: 6 });
      // The tenth alarm of a stack with a domain is its free space.
      if (search?.domain) return;
    }
    // Classify is faster than clean, and both are throttled by the same quota.
    if (name === 'Classify') return;
    const age = queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(15), statistic: 'Maximum' });
    const remedy = name === 'Index' ? 'See the CPU and the rejected requests of the search engine' : `Raise max${name}`;
    const lateStage = {
      what: `${name} is more than a day behind`,
      look: `${remedy}, or pause crawls with ${this.command('pause')} until it has caught up`,
    };
    this.alarm(`${name}Late`, lateStage, { metric: age, threshold: Duration.days(1).toSeconds() });
  }

  private addCrawlAlarms({ dispatch, fetch, metrics }: AlarmsProps): void {
    const errors = { period: Duration.minutes(5), statistic: 'Sum' };
    const failingDispatch = {
      what: 'dispatch fails, or is not invoked at all',
      look: 'The line dispatch-failed in the log of the function Dispatch names the crawl. No invocation: its schedule is disabled, or no function is free',
    };
    this.alarm('Dispatch', failingDispatch, {
      metric: dispatch.lambda.metricErrors(errors),
      threshold: 3,
      // A function that is not invoked reports no errors either.
      treatMissingData: TreatMissingData.BREACHING,
    });
    const failingFetch = {
      what: 'fetch fails, and visits its hosts repeatedly',
      look: 'The line visit-failed in the log of the function Fetch names host and error',
    };
    this.alarm('Fetch', failingFetch, { metric: fetch.handler.lambda.metricErrors(errors), threshold: 3 });
    const noVisits = {
      what: 'hosts are dispatched, but for an hour none was visited',
      look: 'See the metrics Throttles and Errors of the function Fetch, and whether its trigger is enabled',
    };
    // Visits are retained for 15 minutes. If the oldest stays at ten minutes or more, no one processes them.
    this.alarm('NoProgress', noVisits, {
      metric: fetch.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(15), statistic: 'Maximum' }),
      threshold: Duration.minutes(10).toSeconds(),
      periods: 4,
    });
    const failingPages = {
      what: 'the search pages, commands, schedules or messages of crawls fail',
      look: 'The table of errors on the dashboard names function and error',
    };
    const faults = metrics.byName['Faults'];
    if (faults)
      this.alarm('Faults', failingPages, {
        metric: faults.with({ period: Duration.minutes(15) }),
        threshold: MIN_FAULTS,
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
    const fullDisk = {
      what: 'the disk of the search engine is nearly full: it will soon reject records',
      look: `Pause the crawls with ${this.command('pause')}, then delete pages or move to another engine`,
    };
    this.alarm('SearchFull', fullDisk, {
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

  /** Returns a command for this stack. */
  private command(verb: string): string {
    const { stackName, region } = Stack.of(this);
    return `\`npx thresher ${verb} --target aws --stack ${stackName} --region ${region}\``;
  }

  private alarm(id: string, { what, look }: AlarmText, rule: AlarmRule): void {
    const alarm = new Alarm(this, id, {
      alarmDescription: `${Stack.of(this).stackName}: ${what}. ${look}. More: ${REMEDIES}.`,
      metric: rule.metric,
      threshold: rule.threshold,
      treatMissingData: rule.treatMissingData ?? TreatMissingData.NOT_BREACHING,
      evaluationPeriods: rule.periods ?? 1,
      comparisonOperator: rule.comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    });
    this.alarms.push(alarm);
    if (!this.action) return;
    alarm.addAlarmAction(this.action);
    // A receiver that calls people needs the end of an alarm, too.
    alarm.addOkAction(this.action);
  }
}
