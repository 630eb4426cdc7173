import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  type Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

export interface HandlerProps {
  readonly code: Code;
  readonly memoryMb: number;
  readonly timeout: Duration;
  readonly environment: Record<string, string>;
}

/**
 * A Lambda function with its own role and log group. `allow` grants each permission explicitly, since the grants of the CDK
 * contain wildcards. https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html
 */
export class Handler extends Construct {
  readonly lambda: LambdaFunction;
  readonly log: LogGroup;
  private readonly role: Role;

  constructor(scope: Construct, id: string, props: HandlerProps) {
    super(scope, id);
    this.log = new LogGroup(this, 'Log', {
      retention: RetentionDays.TWO_WEEKS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], this.log.logGroupArn);

    this.lambda = new LambdaFunction(this, 'Function', {
      code: props.code,
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMb,
      timeout: props.timeout,
      role: this.role,
      environment: props.environment,
      // Lambda must not stop a long crawl as a loop, nor the index stage, which requeues its own messages while the search
      // engine is unavailable.
      recursiveLoop: RecursiveLoop.ALLOW,
      logGroup: this.log,
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
    });
  }

  get roleArn(): string {
    return this.role.roleArn;
  }

  allow(actions: string[], ...resources: string[]): void {
    this.role.addToPrincipalPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions, resources }));
  }
}
