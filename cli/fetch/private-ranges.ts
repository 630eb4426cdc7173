import { invalidRanges } from '../../shared/net/guard.ts';
import { UsageError } from '../command.ts';

/**
 * Checks the values of --allow-private.
 *
 * @throws UsageError with one line per invalid range
 */
export function parsePrivateRanges(ranges: readonly string[] = []): readonly string[] {
  const faulty = invalidRanges(ranges);
  if (faulty.length > 0)
    throw new UsageError(
      ...faulty.map((range) => `--allow-private: ${range}: must be a range such as 10.0.0.0/8, or an IP address`),
    );
  return ranges;
}
