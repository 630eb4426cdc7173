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
 * A function with a role and a log of its own. Its rights are written out one by one (`may`): the grants of the library
 * come with wildcards. https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html
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
    this.may(['logs:CreateLogStream', 'logs:PutLogEvents'], this.log.logGroupArn);

    this.lambda = new LambdaFunction(this, 'Function', {
      code: props.code,
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMb,
      timeout: props.timeout,
      role: this.role,
      environment: props.environment,
      // Only index sends to its own queue, while the search engine is away: as often as that takes. Neither that nor a long
      // crawl must be stopped as a loop.
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

  may(actions: string[], ...resources: string[]): void {
    this.role.addToPrincipalPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions, resources }));
  }
}
