import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyze, analyzeToString } from '../../../shared/text/analysis/analyze.ts';
import { BEFORE_ADDED, eachAddedWord } from '../../../shared/text/analysis/indexed-words.ts';
import { analysisLanguage } from '../../../shared/text/analysis/language.ts';
import { anyText } from '../../any-text.ts';

const added = (text: string, language = 'en') =>
  analyzeToString(text, language)
    .split(/(?:^| )· /)
    .slice(1);

// what the rule is · text · what is added
test.each<[string, string, string[]]>([
  ['words with hyphens in one', 'An e-mail, over Wi\u2011Fi; COVID-19', ['email wifi covid19']],
  ['the first two parts of a compound', 'Ihre E-Mail-Adressen', ['emailadressen email']],
  ['abbreviations and names with full stops', 'In the U.S.A. we use Node.js, Vue.js.', ['usa nodej vuej']],
  ['words with their signs', 'C++, C++11, C#-Code (F#) .NET R&D-Group AT&T', ['c＋＋ c＋＋ c＃ f＃ ．net r＆d at＆t']],
  ['words with signs beside other signs', 'C/C++: templates, C#/F#; (R&D?)', ['c＋＋ c＃ f＃ r＆d']],
  [
    'nothing of numbers, sums, addresses and dashes',
    '2021-05 a+b 100+ #1 - x a.b.de/c-d e-f@g.org www.x-y.de/?a&b',
    [],
  ],
  ['nothing of sentences without a blank', 'the end.The start', []],
  ['titles of stop words', 'The Who\nMusic', ['the who']],
  [
    'quotations and sentences of stop words',
    'He said “To be, or not to be”, and left. Who is it?',
    ['to be or not to be', 'who is it'],
  ],
  ['runs of capital stop words', 'Then bands like The Who played', ['the who']],
  ['stop words in capitals among others', 'A report of the WHO on measles', ['who']],
  ['no stop words of a text in capitals', 'A REPORT OF THE CITY', []],
  ['no stop words of a sentence', 'If I was in the city, it was for the plants of the bog.', []],
  ['contractions that are a title', "Don't", ['don t']],
])('adds %s: %s', (_rule, text, words) => {
  expect(added(text)).toEqual(words);
});

test('adds words behind those of the text, whatever the text', () => {
  fc.assert(
    fc.property(anyText(300), (text) => {
      const words = analyze(text, 'en');
      const all = analyzeToString(text, 'en').split(' ').filter(Boolean);
      expect(all.slice(0, words.length)).toEqual(words);
      expect([undefined, BEFORE_ADDED]).toContain(all[words.length]);
    }),
  );
});

test('tells where the words are that it adds, and reads names only for stop words', () => {
  const text = 'The Who sent an e-mail.';
  const found = (wanted: string[]) => {
    const words: string[] = [];
    eachAddedWord(
      text,
      analysisLanguage('en'),
      (word) => wanted.includes(word),
      (word, start, end) => words.push(`${word}=${text.slice(start, end)}`),
    );
    return words;
  };
  expect(found(['email'])).toEqual(['email=e-mail']);
  expect(found(['who'])).toEqual(['the=The', 'who=Who']);
  expect(found(['moss'])).toEqual([]);
});
