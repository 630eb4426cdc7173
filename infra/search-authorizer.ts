import type { IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer, HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import type { DeploymentOptions } from './options.ts';

type TokenOptions = Pick<DeploymentOptions, 'jwtIssuer' | 'jwtAudience'>;

/** @returns the authorizer of requests that write annotations, or undefined if the stack has no annotations. */
export const annotationAuthorizer = (
  options: TokenOptions & Pick<DeploymentOptions, 'annotatorClaim'>,
): IHttpRouteAuthorizer | undefined => (options.annotatorClaim ? tokenAuthorizer('Annotators', options) : undefined);

const tokenAuthorizer = (id: string, { jwtIssuer, jwtAudience }: TokenOptions) =>
  new HttpJwtAuthorizer(id, jwtIssuer, { jwtAudience });

/** @returns the authorizer of the search pages, or undefined if they are public. */
export function searchAuthorizer(
  options: TokenOptions & Pick<DeploymentOptions, 'searchAccess'>,
): IHttpRouteAuthorizer | undefined {
  switch (options.searchAccess) {
    case 'public':
      return undefined;
    case 'iam':
      return new HttpIamAuthorizer();
    case 'jwt':
      return tokenAuthorizer('Readers', options);
  }
}
