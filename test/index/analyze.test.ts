import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyze, analyzeToString, eachWord } from '../../shared/index/analyze.ts';
import { languageOf } from '../../shared/index/language.ts';

// what the rule is · language · text · words
test.each<[string, string, string, string[]]>([
  ['stop words go, the rest is stemmed', 'en', 'The running of the cats', ['run', 'cat']],
  ['each language by its own rules', 'de', 'Die Häuser der Städte', ['haus', 'stadt']],
  ['accents are read for the stem and then folded', 'fr', 'les élevés', ['elev']],
  ['Cyrillic', 'ru', 'плотоядные растения', ['плотоядн', 'растен']],
  ['an unknown language is folded only', 'und', 'The Häuser running', ['the', 'hauser', 'running']],
  ['a language without an entry too', 'xx', 'Cats', ['cats']],
  ['a name of JavaScript is no language', 'constructor', 'Cats', ['cats']],
  ['decomposed and full-width letters are the same', 'und', 'e\u0301te Ｗｏｒｄ', ['ete', 'word']],
  ['letters that do not decompose', 'und', 'Straße Łódź Ærø', ['strasse', 'lodz', 'aero']],
  ['digits are words, and stay as they are', 'en', 'B2 2026 3.14', ['b2', '2026', '3', '14']],
  ['an apostrophe parts words', 'en', "Newton’s don't", ['newton']],
  ['Han and kana as neighbouring pairs', 'zh', '病虫害防治。猫', ['病虫', '虫害', '害防', '防治', '猫']],
  ['Thai as neighbouring pairs', 'th', 'ดีๆ', ['ดี', 'ีๆ']],
  ['Latin words between Han', 'zh', '使用Node运行', ['使用', 'node', '运行']],
  ['characters beyond the basic plane', 'zh', '𠀀𠀁𠀂', ['𠀀𠀁', '𠀁𠀂']],
  ['letters that come apart into more than letters', 'en', '1½ ﹼ ab', ['112', 'ab']],
  ['symbols and emoji are no words', 'en', '🌱 + – …', []],
])('%s', (_rule, language, text, words) => {
  expect(analyze(text, language)).toEqual(words);
  expect(analyzeToString(text, language)).toBe(words.join(' '));
});

test('analyses a word the same way in every document, whatever its case and frequency', () => {
  expect(new Set(analyze('Flying flying FLYING', 'en'))).toEqual(new Set(['fli']));
});

test('words contain no separators and have their positions in the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('en', 'de', 'ar', 'zh', 'und'), (text, code) => {
      let last = -1;
      eachWord(text, languageOf(code), (word, start, end) => {
        expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        last = start;
      });
    }),
    { numRuns: 500 },
  );
});

test('cuts a very long run of letters to the length of a word', () => {
  expect(analyze('x'.repeat(1_000_000), 'en').map((word) => word.length)).toEqual([64]);
});
