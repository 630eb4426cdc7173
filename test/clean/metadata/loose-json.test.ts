/** JSON with the errors of pages, also in time that grows with its length only. */
import { expect, test } from 'vitest';
import { parseLooseJson } from '../../../shared/clean/metadata/loose-json.ts';

test.each([
  ['<!-- {"a":1} -->', { a: 1 }],
  ['//<![CDATA[\n{"a":1}\n//]]> ; ', { a: 1 }],
  ['{"a":1}; //-->\n', { a: 1 }],
  ['{"a":1,}', { a: 1 }],
  [`{"a":1-->${' '.repeat(400_000)}x`, undefined],
])('%.20s', (text, value) => expect(parseLooseJson(text)).toEqual(value));
