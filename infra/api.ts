import { RemovalPolicy } from 'aws-cdk-lib';
import {
  HttpApi,
  HttpMethod,
  HttpStage,
  type IHttpRouteAuthorizer,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Handler } from './handler.ts';

export interface ApiProps {
  /** The search pages; undefined: the stack has no search. */
  readonly search: Handler | undefined;
  /** Who may see them; undefined: everybody. */
  readonly readers: IHttpRouteAuthorizer | undefined;
  readonly admin: Handler;
  /** Requests a second, and at once; more are answered with 429 before they cost a function. */
  readonly rate: number;
  readonly burst: number;
}

/** The search pages, throttled; `POST /admin` for who may sign for it (IAM, `execute-api:Invoke`). */
export class Api extends Construct {
  /** Ends with a slash. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const api = new HttpApi(this, 'Http', { createDefaultStage: false });
    const stage = new HttpStage(this, 'Stage', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: props.rate, burstLimit: props.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(
          new LogGroup(this, 'AccessLog', { retention: RetentionDays.TWO_WEEKS, removalPolicy: RemovalPolicy.DESTROY }),
        ),
      },
    });

    if (props.search) {
      const integration = new HttpLambdaIntegration('SearchIntegration', props.search.lambda);
      const readers = props.readers && { authorizer: props.readers };
      for (const path of ['/', '/{path+}']) {
        api.addRoutes({ path, methods: [HttpMethod.GET], integration, ...readers });
      }
    }
    api.addRoutes({
      path: '/admin',
      methods: [HttpMethod.POST],
      integration: new HttpLambdaIntegration('AdminIntegration', props.admin.lambda),
      authorizer: new HttpIamAuthorizer(),
    });
    this.url = stage.url;
  }
}
