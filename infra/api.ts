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
  /** The search pages; undefined if the stack has no search. */
  readonly search: Handler | undefined;
  /** Restricts the search pages; undefined if they are public. */
  readonly searchAuthorizer: IHttpRouteAuthorizer | undefined;
  readonly admin: Handler;
  /** Requests per second, and burst size. Beyond them the gateway responds with 429 and invokes no function. */
  readonly rate: number;
  readonly burst: number;
}

/** The HTTP API: the search pages, throttled, and `POST /admin`, which needs an IAM signature (`execute-api:Invoke`). */
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
      const authorizer = props.searchAuthorizer && { authorizer: props.searchAuthorizer };
      for (const path of ['/', '/{path+}']) {
        api.addRoutes({ path, methods: [HttpMethod.GET], integration, ...authorizer });
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
