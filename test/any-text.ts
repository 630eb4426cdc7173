import fc from 'fast-check';

/** Code points between them are halves of pairs. */
const [FIRST_SURROGATE, SURROGATES] = [0xd800, 0x800] as const;

const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((n) => (n < FIRST_SURROGATE ? n : n + SURROGATES));

/** Names that every object has, which careless look-ups find. `fc.string` puts such names into its strings, too. */
const OBJECT_NAMES = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', 'length', 'key', 'ref'];

/**
 * Strings of any code points, like `fc.string({ unit: 'binary' })`. That makes a table of all code points: 0.7 s of CPU, and 130 MB that each
 * collection of garbage in the worker visits.
 *
 * @param maxLength maximum number of code points. Absent: that of fast-check
 */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
  const texts = fc
    .array(codePoint, maxLength === undefined ? {} : { maxLength })
    .map((points) => String.fromCodePoint(...points));
  const names = OBJECT_NAMES.filter((name) => maxLength === undefined || name.length <= maxLength);
  return fc.oneof(
    { weight: 9, arbitrary: texts },
    {
      weight: 1,
      arbitrary: fc.tuple(texts, fc.constantFrom('', ...names), texts).map((parts) => clip(parts, maxLength)),
    },
  );
}

const clip = (parts: readonly string[], maxLength = Number.POSITIVE_INFINITY) =>
  Array.from(parts.join('')).slice(0, maxLength).join('');
