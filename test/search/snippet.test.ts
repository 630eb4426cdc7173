import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snippetOf } from '../../shared/search/snippet.ts';
import { analyze } from '../../shared/text/analysis/analyze.ts';

const marked = (text: string, words: string[], language = 'en', length = 40) => {
  const { snippet, marks } = snippetOf(text, language, (word) => words.includes(word), length);
  return [snippet, marks.map(([start, end]) => snippet.slice(start, end))];
};
const filler = 'Some other words stand here and say nothing at all. ';

// rule · text · query words · snippet · marked words
test.each<[string, string, string[], string, string[]]>([
  ['shows a short text in full', 'Plants in a bog.', ['plant'], 'Plants in a bog.', ['Plants']],
  ['finds words by their stems', 'It was flying; it flies.', ['fli'], 'It was flying; it flies.', ['flying', 'flies']],
  ['starts at the beginning of the sentence', `${filler}A bog is wet.`, ['bog'], '… A bog is wet.', ['bog']],
  ['ends with a complete word', `A bog. ${filler}`, ['bog'], 'A bog. Some other words stand here and …', ['bog']],
  ['shows the beginning without query words', filler, ['bog'], 'Some other words stand here and say …', []],
  ['folds white space, also before a query word', 'A  wet\n bog\there', ['bog'], 'A wet bog here', ['bog']],
  [
    'shows the passage with most query words',
    `A bog. ${filler}Pitcher in a bog.`,
    ['bog', 'pitcher'],
    '… Pitcher in a bog.',
    ['Pitcher', 'bog'],
  ],
  [
    'prefers different words to repeated ones',
    `Bog bog bog. ${filler}Pitcher, bog.`,
    ['bog', 'pitcher'],
    '… Pitcher, bog.',
    ['Pitcher', 'bog'],
  ],
  ['returns an empty snippet for an empty text', '', ['bog'], '', []],
])('%s', (_rule, text, words, snippet, found) => {
  expect(marked(text, words)).toEqual([snippet, found]);
});

test('says where the passage begins in the text', () => {
  const text = `${filler}A  bog is wet.`;
  const { snippet, offset } = snippetOf(text, 'en', (word) => word === 'bog', 40);
  expect([snippet, text.slice(offset)]).toEqual(['… A bog is wet.', 'A  bog is wet.']);
});

test('cuts and marks whole characters', () => {
  const pair = analyze('ำที', 'th')[0];
  for (let length = 40; length < 60; length++) {
    const text = 'ก'.repeat(length) + 'กินน้ำที่นี่'.repeat(20);
    const starts = new Set([...new Intl.Segmenter('th').segment(text)].map(({ index }) => index));
    const { snippet, marks, offset } = snippetOf(text, 'th', (word) => word === pair, length);
    const body = snippet.replace(/^… /, '').replace(/ …$/, '');
    expect(marks.length).toBeGreaterThan(0);
    const cuts = [0, body.length, ...marks.flat().map((at) => at - snippet.indexOf(body))];
    for (const at of cuts) expect(starts).toContain(offset + at);
  }
  const korean = '도서관에서'.repeat(30).normalize('NFD');
  const { snippet } = snippetOf(korean, 'ko', undefined, 41);
  expect(snippet.slice(0, -2).normalize('NFC')).toMatch(/^[\uac00-\ud7a3]+$/);
});

test('merges overlapping bigrams into one mark', () => {
  expect(marked('这是食虫植物。', analyze('食虫植物', 'zh'), 'zh')).toEqual(['这是食虫植物。', ['食虫植物']]);
});

test('returns a passage of about the given length with ordered marks on query words', () => {
  const words = fc.constantFrom(
    'bog',
    'plants',
    'x',
    '。',
    '\n\n',
    '𠀀',
    '食虫',
    'averyveryverylongwordwithoutanyend'.repeat(3),
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 80 }), fc.constantFrom('', ' '), (parts, blank) => {
      const { snippet, marks } = snippetOf(
        parts.join(blank),
        'en',
        (word) => ['bog', 'plant', '食虫'].includes(word),
        60,
      );
      expect(snippet.length).toBeLessThanOrEqual(60 + 15 + 8);
      expect(snippet.isWellFormed()).toBe(true);
      let last = 0;
      for (const [start, end] of marks) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(snippet.slice(start, end)).toMatch(/^(bog|plants|(食虫)+)$/);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(snippet.length);
    }),
  );
});
