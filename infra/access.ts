import type { IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer, HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import type { Options } from './options.ts';

/** Who may see the search pages. @returns undefined: everybody. */
export function authorizerOf(
  options: Pick<Options, 'searchAccess' | 'jwtIssuer' | 'jwtAudience'>,
): IHttpRouteAuthorizer | undefined {
  switch (options.searchAccess) {
    case 'public':
      return undefined;
    case 'iam':
      return new HttpIamAuthorizer();
    case 'jwt':
      return new HttpJwtAuthorizer('Readers', options.jwtIssuer, { jwtAudience: options.jwtAudience });
  }
}
