import { openConverter } from '../../cli/run/converter.ts';
import { sniffMediaType } from '../../shared/clean/decode/media-type.ts';
import type { Converted, Converter, ConvertFailure, ConvertJob, ConvertLimits } from '../../shared/ports/converter.ts';

export const LIMITS: ConvertLimits = {
  timeoutMs: 60_000,
  memoryMb: 256,
  unpackedBytes: 20_000_000,
  maxText: 1_000_000,
  maxLinks: 1_000,
};

export const startConverter = openConverter;

/** Converts bytes by their detected media type. */
export function convert(
  converter: Converter,
  bytes: Uint8Array,
  change: Partial<Omit<ConvertJob, 'bytes' | 'limits'>> & { limits?: Partial<ConvertLimits> } = {},
): Promise<Converted | ConvertFailure> {
  const limits = { ...LIMITS, ...change.limits };
  return converter.convert({ mimeType: sniffMediaType('', bytes), contentType: '', ...change, bytes, limits });
}

export async function read(converter: Converter, bytes: Uint8Array, mimeType?: string): Promise<Converted> {
  const answer = await convert(converter, bytes, mimeType === undefined ? {} : { mimeType });
  if ('reason' in answer) throw new Error(`${answer.reason}: ${answer.detail}`);
  return answer;
}
