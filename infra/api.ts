import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CorsHttpMethod,
  type CorsPreflightOptions,
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
import { CORS } from '../web/limits/allow-origins.ts';
import type { Handler } from './handler.ts';
import type { SearchAccess } from './options.ts';

export interface ApiProps {
  /** The search pages; undefined if the stack has no search. */
  readonly search: Handler | undefined;
  /** Restricts the search pages; undefined if they are public. */
  readonly searchAuthorizer: IHttpRouteAuthorizer | undefined;
  /** Restricts requests that write annotations; undefined if the stack has no annotations. */
  readonly annotationAuthorizer: IHttpRouteAuthorizer | undefined;
  readonly searchAccess: SearchAccess;
  readonly admin: Handler;
  /** Requests per second, and burst size. Beyond them the gateway responds with 429 and invokes no function. */
  readonly rate: number;
  readonly burst: number;
  /** Websites whose scripts may read responses (CORS). Empty: none. The gateway answers their preflight requests. */
  readonly origins: readonly string[];
}

/** Variables of HTTP APIs. The default format of the CDK has some that only REST APIs fill, among them the path. */
const ACCESS_LOG = {
  id: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  path: '$context.path',
  status: '$context.status',
  bytes: '$context.responseLength',
  ms: '$context.responseLatency',
  error: '$context.integrationErrorMessage',
};

/** The HTTP API: the search pages, MCP, SRU and OAI-PMH, throttled, and `POST /admin`, which needs an IAM signature (`execute-api:Invoke`). */
export class Api extends Construct {
  /** Ends with a slash. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const { origins } = props;
    const api = new HttpApi(this, 'Http', {
      createDefaultStage: false,
      ...(origins.length > 0 && { corsPreflight: corsOf(origins, props) }),
    });
    const stage = new HttpStage(this, 'Stage', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: props.rate, burstLimit: props.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(
          new LogGroup(this, 'AccessLog', { retention: RetentionDays.TWO_WEEKS, removalPolicy: RemovalPolicy.DESTROY }),
        ),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });

    if (props.search) {
      const integration = new HttpLambdaIntegration('SearchIntegration', props.search.lambda);
      const authorizer = props.searchAuthorizer && { authorizer: props.searchAuthorizer };
      for (const path of ['/', '/{path+}']) {
        const methods = [HttpMethod.GET, HttpMethod.HEAD, ...(origins.length > 0 ? [] : [HttpMethod.OPTIONS])];
        api.addRoutes({ path, methods, integration, ...authorizer });
      }
      // SRU and OAI-PMH take their parameters by POST, too.
      for (const path of ['/mcp', '/oai', '/sru', '/sru/{crawl}'])
        api.addRoutes({ path, methods: [HttpMethod.POST], integration, ...authorizer });
      if (props.annotationAuthorizer) addAnnotationRoutes(api, integration, props.annotationAuthorizer);
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

/** Request headers with a token, or with a signature (SigV4). */
const ACCESS_HEADERS: Record<SearchAccess, readonly string[]> = {
  public: [],
  jwt: ['Authorization'],
  iam: ['Authorization', 'X-Amz-Content-Sha256', 'X-Amz-Date', 'X-Amz-Security-Token'],
};

function addAnnotationRoutes(api: HttpApi, integration: HttpLambdaIntegration, authorizer: IHttpRouteAuthorizer): void {
  const { POST, PUT, DELETE } = HttpMethod;
  api.addRoutes({ path: '/annotations', methods: [POST], integration, authorizer });
  api.addRoutes({ path: '/annotations/{id}', methods: [POST, PUT, DELETE], integration, authorizer });
}

const corsOf = (
  origins: readonly string[],
  { searchAccess, annotationAuthorizer }: Pick<ApiProps, 'searchAccess' | 'annotationAuthorizer'>,
): CorsPreflightOptions => ({
  allowOrigins: [...origins],
  allowMethods: [
    ...[CorsHttpMethod.GET, CorsHttpMethod.HEAD, CorsHttpMethod.POST],
    ...(annotationAuthorizer ? [CorsHttpMethod.PUT, CorsHttpMethod.DELETE] : []),
  ],
  allowHeaders: [
    ...new Set([
      ...CORS.requestHeaders,
      ...ACCESS_HEADERS[searchAccess],
      ...(annotationAuthorizer ? ACCESS_HEADERS.jwt : []),
    ]),
  ],
  exposeHeaders: CORS.responseHeaders,
  maxAge: Duration.seconds(CORS.maxAgeS),
});
