import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { Handler, type HandlerProps } from './handler.ts';

export interface WorkerProps extends HandlerProps {
  /** How long a message waits at most. */
  readonly retention: Duration;
  /** Whether a message that failed five times is kept. False where messages are only hints that come again by themselves. */
  readonly keepsGivenUp: boolean;
  readonly batchSize: number;
  /** How long a batch is gathered. The service wants some for more than ten messages. */
  readonly batchWindow: Duration;
  readonly maxConcurrency: number;
}

/** A message is tried so often before it is given up. */
const MAX_RECEIVES = 5;

/** A stage: the queue in front of it, the function that works it off, and where messages go that failed five times. */
export class Worker extends Construct {
  readonly queue: Queue;
  readonly handler: Handler;
  readonly givenUp: Queue | undefined;

  constructor(scope: Construct, id: string, props: WorkerProps) {
    super(scope, id);
    const safe = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.givenUp = props.keepsGivenUp
      ? new Queue(this, 'GivenUp', { ...safe, retentionPeriod: Duration.days(14) })
      : undefined;
    this.queue = new Queue(this, 'Queue', {
      ...safe,
      retentionPeriod: props.retention,
      // Six time-outs of the function, so that a message is not given out again while it is still being worked on:
      // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
      visibilityTimeout: Duration.seconds(6 * props.timeout.toSeconds()),
      ...(this.givenUp && { deadLetterQueue: { queue: this.givenUp, maxReceiveCount: MAX_RECEIVES } }),
    });

    this.handler = new Handler(this, 'Handler', {
      ...props,
      environment: { ...props.environment, OWN_QUEUE_URL: this.queue.queueUrl },
    });
    // What the service does in the function's name; the grant of the library has one right more.
    this.handler.may(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], this.queue.queueArn);
    // What the function does itself: it says when a failed message comes again.
    this.handler.may(['sqs:ChangeMessageVisibility'], this.queue.queueArn);
    new EventSourceMapping(this, 'Source', {
      target: this.handler.lambda,
      eventSourceArn: this.queue.queueArn,
      batchSize: props.batchSize,
      maxBatchingWindow: props.batchWindow,
      maxConcurrency: props.maxConcurrency,
      reportBatchItemFailures: true,
    });
  }
}
