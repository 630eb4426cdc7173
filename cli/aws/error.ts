/** AWS (or an emulator) does not respond, or denies access. The message is one line for the user. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
}

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
 * Runs calls of an SDK client and turns their errors into one line for the user.
 *
 * @param doing the operation, such as `lambda GetAccountSettings`
 * @throws ServiceError for errors of the service and the network; other errors unchanged
 */
export async function withServiceErrors<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError || !(error instanceof Error) || !('$metadata' in error)) throw error;
    throw serviceError(doing, error);
  }
}

/** Message of an SDK error if the service sent none. */
const NO_MESSAGE = 'UnknownError';

/** The SDK puts the code of the service into `name`; a network error has a system code instead. */
function serviceError(doing: string, { name, message, code }: Error & { code?: string }): ServiceError {
  const found = MESSAGES.find(([pattern]) => pattern.test(name));
  const detail =
    `${name === 'Error' && code ? code : name}${message && message !== NO_MESSAGE ? `: ${message}` : ''}`.replace(
      /\s+/g,
      ' ',
    );
  return new ServiceError(`${doing}: ${found ? `${found[1]} (${detail})` : detail}`);
}

/** Describes a failure of the credential chain: environment, profiles, single sign-on, instance role. */
export function credentialsError(error: unknown): ServiceError {
  const { message } = error as Error;
  const reason = message.replace(/\s+/g, ' ');
  return new ServiceError(`no AWS credentials: ${SIGN_IN_ADVICE} (${reason})`, { cause: error });
}
