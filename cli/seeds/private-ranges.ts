import { invalidRanges } from '../../shared/net/guard.ts';
import { UsageError } from '../command.ts';

/** @param ranges values of --allow-private. @throws UsageError: each that would open nothing, on a line of its own. */
export function parsePrivateRanges(ranges: readonly string[] = []): readonly string[] {
  const faulty = invalidRanges(ranges);
  if (faulty.length > 0)
    throw new UsageError(
      ...faulty.map((range) => `--allow-private ${range}: must be a range such as 10.0.0.0/8, or an IP address`),
    );
  return ranges;
}
