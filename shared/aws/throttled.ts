/** Errors of a table that gets more requests than it may, by its mode or by its own maximum (`aws.tableRate`). */
const THROTTLED = /^(?:Throttling|ProvisionedThroughputExceeded|RequestLimitExceeded)(?:Exception)?$/;

/** Tells whether DynamoDB refused a request because there were too many, and the retries of its client did not help. */
export const isThrottled = (error: unknown): boolean => error instanceof Error && THROTTLED.test(error.name);
