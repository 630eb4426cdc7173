import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { MAX_RECEIVES } from '../shared/ports/queue.ts';
import { Handler, type HandlerProps } from './handler.ts';

export interface WorkerProps extends HandlerProps {
  /** How long a message is retained. */
  readonly retention: Duration;
  /** Whether a message that failed five times is kept. False if messages are hints that are sent again. */
  readonly hasDeadLetterQueue: boolean;
  readonly batchSize: number;
  /** How long the service gathers a batch. Required for batches of more than ten messages. */
  readonly batchWindow: Duration;
  readonly maxConcurrency: number;
}

/** A stage: its queue, the function that processes the queue, and a dead-letter queue for messages that failed five times. */
export class Worker extends Construct {
  readonly queue: Queue;
  readonly handler: Handler;
  readonly deadLetterQueue: Queue | undefined;

  constructor(scope: Construct, id: string, props: WorkerProps) {
    super(scope, id);
    const secured = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetterQueue = props.hasDeadLetterQueue
      ? new Queue(this, 'GivenUp', { ...secured, retentionPeriod: Duration.days(14) })
      : undefined;
    this.queue = new Queue(this, 'Queue', {
      ...secured,
      retentionPeriod: props.retention,
      // Six times the timeout of the function and the batch window, so that a message is not redelivered while it is being gathered or
      // processed: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
      visibilityTimeout: Duration.seconds(6 * props.timeout.toSeconds() + props.batchWindow.toSeconds()),
      ...(this.deadLetterQueue && { deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount: MAX_RECEIVES } }),
    });

    this.handler = new Handler(this, 'Handler', {
      ...props,
      environment: { ...props.environment, OWN_QUEUE_URL: this.queue.queueUrl },
    });
    // Actions that Lambda needs to poll the queue. `grantConsumeMessages` of the CDK would also grant `sqs:GetQueueUrl`.
    this.handler.allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], this.queue.queueArn);
    // The function sets the retry delay of a failed message.
    this.handler.allow(['sqs:ChangeMessageVisibility'], this.queue.queueArn);
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
