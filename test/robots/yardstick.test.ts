import fc from 'fast-check';
import robotsParserModule from 'robots-parser';
import { expect, test } from 'vitest';
import { parseRobots } from '../../shared/robots/rules.ts';
import type { Url } from '../../shared/url/url.ts';
import { fewOrMany } from '../long-test.ts';

// The package declares a default export, but the module is the function itself.
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

const origin = 'http://h.example';
const piece = fc.constantFrom('/', 'a', 'b', 'ab', '*', '?', '=', '%2F', '&', '.x');
const path = fc
  .array(
    piece.filter((text) => text !== '*'),
    { maxLength: 6 },
  )
  // The package drops an empty query.
  .map((pieces) => `/${pieces.join('')}`.replace(/\?+$/, ''));
const pattern = fc
  .tuple(fc.array(piece, { maxLength: 5 }), fc.constantFrom('', '', '$'))
  // Runs of wildcards count as two here, which changes their precedence.
  .map(([pieces, end]) => `/${pieces.join('').replace(/\*+/g, '*')}${end}`);
const rule = fc.tuple(fc.constantFrom('Allow', 'Disallow'), pattern).map(([name, text]) => `${name}: ${text}`);

test('decides by the same rule as robots-parser', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 8 }), path, (rules, tail) => {
      const robotsTxt = ['User-agent: *', ...rules].join('\n');
      const url = `${origin}${tail}` as Url;
      const yardstick = robotsParser(`${origin}/robots.txt`, robotsTxt);
      const line = yardstick.getMatchingLineNumber(url, 'thresher') ?? -1;
      const { allowed, rule: decidingLine } = parseRobots(robotsTxt, 'thresher', origin);
      expect(allowed(url)).toBe(yardstick.isAllowed(url, 'thresher'));
      expect(decidingLine(url)).toBe(line < 1 ? null : rules[line - 2]);
    }),
    { numRuns: fewOrMany(300, 2_000) },
  );
});
