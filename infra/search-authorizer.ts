import type { IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer, HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import type { DeploymentOptions } from './options.ts';

/** @returns the authorizer of the search pages, or undefined if they are public. */
export function searchAuthorizer(
  options: Pick<DeploymentOptions, 'searchAccess' | 'jwtIssuer' | 'jwtAudience'>,
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
