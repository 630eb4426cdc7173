import { isThrottlingError, isTransientError } from '@smithy/core/retry';

/** An error as the classification of the SDK reads it: it follows causes, whatever they are. */
type SdkError = Parameters<typeof isTransientError>[0];

/**
 * Tells whether an error means that DynamoDB, S3 or SQS is unavailable: not reached, timed out, failing or overloaded. The retries of its client
 * did not help. The data of the request are not at fault, so a later try may succeed.
 */
export const isAwsUnavailable = (error: unknown): boolean =>
  error instanceof Error && (isTransientError(error as SdkError) || isThrottlingError(error as SdkError));
