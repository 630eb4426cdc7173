import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ConfigEntry, parseConfig, type ReadInclude } from '../../../shared/settings/combine/config-general.ts';

const files: Record<string, string> = {
  'more.cfg': 'inner = 1\n<<include deep.cfg>>\n',
  'deep.cfg': 'deep 2',
  loop: 'include loop',
};
const include: ReadInclude = (name) =>
  files[name] === undefined ? { problem: 'no such file' } : { file: name, text: files[name] };
const read = (text: string) => parseConfig(text, 'a.cfg', include);
const brief = (entries: readonly ConfigEntry[]): unknown =>
  entries.map(({ key, line, ...rest }) => [line, key, rest.entries ? brief(rest.entries) : rest.value]);

test.each<[string, string, unknown]>([
  [
    'both forms, quotes and missing values',
    'a = 1\nb two words\nc="q r"\nd = \'s\'\ne =\nf',
    [
      [1, 'a', '1'],
      [2, 'b', 'two words'],
      [3, 'c', 'q r'],
      [4, 'd', 's'],
      [5, 'e', ''],
      [6, 'f', ''],
    ],
  ],
  [
    'comments',
    '# x\na = 1 # y\n  #z\n/* c\nb = 2 */\nd = e\\#f\n/* one */\ng h#i',
    [
      [2, 'a', '1'],
      [6, 'd', 'e#f'],
      [8, 'g', 'h#i'],
    ],
  ],
  [
    'blocks',
    '<url>\n <allow>\n HOST: a=b\n </allow>\n</url>\n<Empty/>\na 1',
    [
      [1, 'url', [[2, 'allow', [[3, 'HOST:', 'a=b']]]]],
      [6, 'Empty', []],
      [7, 'a', '1'],
    ],
  ],
  [
    'here-documents',
    'a <<END\n one\n # two\nEND\nb = <<X\n   c\n    d\n   X\ne 1',
    [
      [1, 'a', ' one\n # two'],
      [5, 'b', 'c\n d'],
      [9, 'e', '1'],
    ],
  ],
  [
    'continued lines',
    'a one \\\n  two\nb 1',
    [
      [1, 'a', 'one two'],
      [3, 'b', '1'],
    ],
  ],
  [
    'a byte order mark and CRLF',
    '\ufeffa 1\r\nb 2\r\n',
    [
      [1, 'a', '1'],
      [2, 'b', '2'],
    ],
  ],
])('reads %s', (_, text, entries) => {
  const parsed = read(text);
  expect(brief(parsed.entries)).toEqual(entries);
  expect(parsed.faults).toEqual([]);
});

test('reads included files, with their own positions', () => {
  expect(read('a 1\n<b>\n<<include more.cfg>>\n</b>\n')).toMatchObject({
    entries: [
      { file: 'a.cfg', line: 1 },
      {
        key: 'b',
        entries: [
          { file: 'more.cfg', line: 1, key: 'inner' },
          { file: 'deep.cfg', line: 1, key: 'deep' },
        ],
      },
    ],
  });
});

test('reports includes that cannot be read or repeat, and blocks that do not match', () => {
  expect(read('include none\n<a>\n</b>\nx <<E\ny\n').faults).toEqual([
    { file: 'a.cfg', line: 1, message: 'include none: no such file' },
    { file: 'a.cfg', line: 3, message: '</b> closes nothing; <a> is open' },
    { file: 'a.cfg', line: 4, message: 'x: the here-document is not closed by E' },
    { file: 'a.cfg', line: 2, message: '<a> is not closed' },
  ]);
  expect(read('include loop').faults).toEqual([
    { file: 'loop', line: 1, message: 'include loop: more than 10 nested' },
  ]);
});

test('parses any text without an error', () => {
  const part = fc.constantFrom('<', '</', '>', 'a', ' ', '\n', '=', '"', '<<', '#', '\\', 'include ', '/*', '*/', 'E');
  fc.assert(fc.property(fc.array(part), (parts) => void read(parts.join(''))));
});
