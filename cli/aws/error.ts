/** AWS (or an emulator) does not respond, or denies access. The message is one line for the user. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
}

/** Code and message of an AWS error. */
export type AwsErrorDetails = { code: string; message: string };

const SIGN_IN_ADVICE =
  'sign in again (`aws sso login`), or set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

/** Messages by error code. Codes differ between services: `ExpiredToken`, `ExpiredTokenException` … */
const MESSAGES: [code: RegExp, words: string][] = [
  [/^Expired|expired/, `the AWS credentials have expired: ${SIGN_IN_ADVICE}`],
  [
    /^(UnrecognizedClient|InvalidClientTokenId|InvalidSignature|SignatureDoesNotMatch|IncompleteSignature|MissingAuthenticationToken|InvalidAccessKeyId)/,
    `AWS rejects the credentials: ${SIGN_IN_ADVICE}`,
  ],
  [/^(AccessDenied|Forbidden|NotAuthorized)/, 'access denied; the AWS credentials lack the permission'],
];

/**
 * Describes a service error in one line.
 *
 * @param doing the failed operation, such as `lambda GetAccountSettings`
 */
export function awsError(doing: string, { code, message }: AwsErrorDetails): ServiceError {
  const found = MESSAGES.find(([pattern]) => pattern.test(code));
  const detail = `${code}${message ? `: ${message}` : ''}`.replace(/\s+/g, ' ');
  return new ServiceError(`${doing}: ${found ? `${found[1]} (${detail})` : detail}`);
}

/** Describes a failure of the credential chain: environment, profiles, single sign-on, instance role. */
export function credentialsError(error: unknown): ServiceError {
  const { message } = error as Error;
  const reason = message.replace(/\s+/g, ' ');
  return new ServiceError(`no AWS credentials: ${SIGN_IN_ADVICE} (${reason})`, { cause: error });
}
