/** AWS, or what stands in for it, does not answer or does not let us. The message is one line for the user. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
}

/** What of an AWS error decides what to say of it. */
export type AwsErrorDetails = { code: string; message: string };

const SIGN_IN_ADVICE =
  'sign in again (`aws sso login`), or set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

/** Codes of services differ by their protocol: `ExpiredToken`, `ExpiredTokenException` … */
const MESSAGES: [code: RegExp, words: string][] = [
  [/^Expired|expired/, `the AWS credentials have expired: ${SIGN_IN_ADVICE}`],
  [
    /^(UnrecognizedClient|InvalidClientTokenId|InvalidSignature|SignatureDoesNotMatch|IncompleteSignature|MissingAuthenticationToken|InvalidAccessKeyId)/,
    `AWS does not know these credentials: ${SIGN_IN_ADVICE}`,
  ],
  [/^(AccessDenied|Forbidden|NotAuthorized)/, 'these AWS credentials may not do this'],
];

/** One line on an error of a service. @param doing what was tried, such as `lambda GetAccountSettings`. */
export function awsError(doing: string, { code, message }: AwsErrorDetails): ServiceError {
  const found = MESSAGES.find(([pattern]) => pattern.test(code));
  const detail = `${code}${message ? `: ${message}` : ''}`.replace(/\s+/g, ' ');
  return new ServiceError(`${doing}: ${found ? `${found[1]} (${detail})` : detail}`);
}

/** Of the chain that looks for credentials: environment, profiles, single sign-on, the machine's own role. */
export function credentialsError(error: unknown): ServiceError {
  const { message } = error as Error;
  const reason = message.replace(/\s+/g, ' ');
  return new ServiceError(`no AWS credentials: ${SIGN_IN_ADVICE} (${reason})`, { cause: error });
}
