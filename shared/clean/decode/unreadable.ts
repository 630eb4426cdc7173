import type { ConvertFailure } from '../../ports/converter.ts';

/** Thrown if a document cannot be read, or not within its limits. */
export class Unreadable extends Error {
  readonly reason: ConvertFailure['reason'];

  constructor(reason: ConvertFailure['reason'], message: string) {
    super(message);
    this.name = 'Unreadable';
    this.reason = reason;
  }
}
