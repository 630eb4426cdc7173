import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stopList } from '../../../shared/packages/stop-lists.ts';
import { analyze, analyzeToString, eachWord } from '../../../shared/text/analysis/analyze.ts';
import { analysisLanguage } from '../../../shared/text/analysis/language.ts';
import { SEARCHED_WORDS } from '../../../shared/text/analysis/searched-words.ts';
import { anyText } from '../../any-text.ts';
import { fewOrMany } from '../../long-test.ts';

// what the rule is · language · text · words
test.each<[string, string, string, string[]]>([
  ['drops stop words and stems the rest', 'en', 'The running of the cats', ['run', 'cat']],
  ['applies the rules of the language', 'de', 'Die Häuser der Städte', ['haus', 'stadt']],
  [
    'reads umlauts that are spelt out as umlauts',
    'de',
    'Mueller Müller Koeln Köln ueber',
    ['mull', 'mull', 'koln', 'koln'],
  ],
  ['keeps an e that follows a vowel or q', 'de', 'neue Bauer Quelle', ['neu', 'bau', 'quell']],
  [
    'keeps an e of a form of a word that ends in a vowel and e',
    'de',
    'Statue Statuen Oboe Oboen Revue Revuen Individuen',
    ['statu', 'statu', 'obo', 'obo', 'revu', 'revu', 'individu'],
  ],
  [
    'reads umlauts that are spelt out before the end of a word',
    'de',
    'grün gruen schön schoen Tür Tuer quälen quaelen Menü Menue Kapitäne Kapitaene',
    ['grun', 'grun', 'schon', 'schon', 'tur', 'tur', 'qual', 'qual', 'menu', 'menu', 'kapitan', 'kapitan'],
  ],
  [
    'removes the article of Swedish neuter nouns, and keeps an et that belongs to the stem',
    'sv',
    'huset hus årets år äpplet äpple paketet paket universitet universiteten kvinnlighet kvinnligheten drömmen dröm',
    [
      ...['hus', 'hus', 'ar', 'ar', 'appl', 'appl', 'paket', 'paket'],
      ...['universitet', 'universitet', 'kvinn', 'kvinn', 'drom', 'drom'],
    ],
  ],
  [
    'reads z and v at the end of Dutch stems as s and f',
    'nl',
    'huizen huis brieven brief reizen reis',
    ['huis', 'huis', 'brief', 'brief', 'reis', 'reis'],
  ],
  ['reads digits of other scripts', 'ar', '١٩٨٤ 1984 ۱۹۸۴', ['1984', '1984', '1984']],
  ['reads digits of other scripts', 'hi', 'सन१९४७ १९४७ 1947', ['सन1947', '1947', '1947']],
  [
    'reads decomposed syllables of Korean',
    'ko',
    `${'도서관에'.normalize('NFD')} 도서관에`,
    ['도서', '서관', '관에', '도서', '서관', '관에'],
  ],
  ['stems before it folds accents', 'fr', 'les élevés', ['elev']],
  ['stems Cyrillic words', 'ru', 'плотоядные растения', ['плотоядн', 'растен']],
  ['stems Romanian words with either form of ș and ț', 'ro', 'orașele oraşele', ['oras', 'oras']],
  ['reads ё as е, as most Russian texts write it', 'ru', 'ёлки елка', ['елк', 'елк']],
  ['stems French words with a diaeresis', 'fr', 'ambiguïtés ambigu', ['ambigu', 'ambigu']],
  [
    'reads vowel points, alef forms and final letters of Arabic alike',
    'ar',
    'أحمد احمد مكتبة مكتبه',
    ['احمد', 'احمد', 'مكتب', 'مكتب'],
  ],
  ['reads Arabic letters in Persian words as Persian ones', 'fa', 'كوهي کوهی', ['کوه', 'کوه']],
  ['reads a nasal sign as the nasal letter in Hindi', 'hi', 'हिन्दी हिंदी हिँदी', ['हिंद', 'हिंद', 'हिंद']],
  ['ignores the nukta, which many texts omit', 'hi', 'ज़मीन जमीन', ['जमिन', 'जमिन']],
  ['reads final sigma as sigma, and capitals without accents', 'el', 'ΔΡΟΜΟΣ δρόμος', ['δρομ', 'δρομ']],
  ['reads both alphabets of Serbian alike', 'sr', 'књига knjiga', ['knjig', 'knjig']],
  ['lowers a Turkish capital with a dot', 'tr', 'İZMİR izmir', ['izmir', 'izmir']],
  ['lowers a Turkish capital without a dot', 'tr', 'KIZLARI kızları Işık ışık', ['kiz', 'kiz', 'isik', 'isik']],
  ['keeps nouns that long stop lists have', 'sv', 'tid och ny sida', ['tid', 'ny', 'sid']],
  ['keeps nouns that the lists of the package have', 'fr', 'en été', ['ete']],
  ['keeps numbers and nouns that the lists of the package have', 'hu', 'a hat cikk', ['hat', 'cik']],
  ['drops stop words with accents', 'lt', 'aš už knygą', ['knyg']],
  ['drops what an apostrophe splits off', 'ca', "l'aigua d'un llac", ['aigu', 'llac']],
  ...['da', 'de', 'nb', 'sv'].map((language): [string, string, string, string[]] => [
    'tells chemical elements from places and other words',
    language,
    'Bariums Bari Indium Indien Helium Heli',
    ['barium', 'bari', 'indium', 'indi', 'helium', 'heli'],
  ]),
  ['stems Nynorsk as Bokmål', 'nn', 'skogar og skogen', ['skog', 'skog']],
  ['only folds an unknown language', 'und', 'The Häuser running', ['the', 'hauser', 'running']],
  ['only folds a language without an entry', 'xx', 'Cats', ['cats']],
  ['does not take a property of Object for a language', 'constructor', 'Cats', ['cats']],
  ['normalises decomposed and full-width letters', 'und', 'e\u0301te Ｗｏｒｄ', ['ete', 'word']],
  ['folds letters without a decomposition', 'und', 'Straße Łódź Ærø', ['strasse', 'lodz', 'aero']],
  ['keeps numbers as words', 'en', 'B2 2026 3.14', ['b2', '2026', '3', '14']],
  ['splits words at an apostrophe', 'en', "Newton’s don't", ['newton']],
  ['splits words at the apostrophe that is a letter', 'uk', 'компʼютер комп’ютер', ['комп', 'ютер', 'комп', 'ютер']],
  [
    'keeps s and t that no apostrophe splits off',
    'en',
    "T cells, S. aureus, Ada's, don’t, 1990's",
    ['t', 'cell', 's', 'aureus', 'ada', '1990'],
  ],
  [
    'drops what an apostrophe splits off behind signs, brackets and quotes',
    'en',
    `C++'s C#'s (moss)'s "moss"'s “moss.”’s; ("'s Hertogenbosch", 's s`,
    ['cplusplus', 'csharp', 'moss', 'moss', 'moss', 's', 'hertogenbosch', 's', 's'],
  ],
  [
    'joins a letter and its signs to one word',
    'en',
    'C++ and C# (F#, C♯, Ｃ＋＋); C++17, C/C++.',
    ['cplusplus', 'csharp', 'fsharp', 'csharp', 'cplusplus', 'cplusplus', '17', 'c', 'cplusplus'],
  ],
  ['joins a letter and its signs beside other scripts', 'zh', '学C++语言', ['学', 'cplusplus', '语', '语言', '言']],
  ['joins a letter and its signs beside Hangul', 'ko', 'C#은', ['csharp', '은']],
  [
    'keeps signs apart that stand for something else',
    'de',
    'b++c b#c b+ b## vim++ 5# #b',
    ['b', 'c', 'b', 'c', 'b', 'b', 'vim', '5', 'b'],
  ],
  [
    'has a word behind the text for a name that begins with a full stop, beside its own',
    'en',
    '.NET (.net) ".Net"',
    [...Array(3).fill('net'), ...Array(3).fill('dotnet')],
  ],
  [
    'leaves the words beside a full stop at their places',
    'en',
    'You must use .htaccess file rules .The rest',
    ['use', 'htaccess', 'file', 'rule', 'rest', 'dothtaccess', 'dotthe'],
  ],
  [
    'has no other words behind a full stop in that way',
    'en',
    'example.net ...net f().net .5 .x',
    ['exampl', 'net', 'net', 'f', 'net', '5', 'x'],
  ],
  ['keeps a letter in front of a hyphen', 'en', 't-shirts A-levels I-95', ['t', 'shirt', 'a', 'level', 'i', '95']],
  ['keeps a letter in front of a hyphen', 'it', 'e-mail e posta', ['e', 'mail', 'post']],
  ['drops pronouns beside hyphens', 'fr', 'y-a-t-il, dira-t-on', ['dir']],
  ['drops pronouns beside hyphens', 'pt', 'dá-o', ['da']],
  ['keeps what an ampersand joins', 'en', 'AT&T, Q&A, a & b, health&the', ['at', 't', 'q', 'a', 'b', 'health', 'the']],
  ['keeps letters that a slash joins', 'en', 'I/O and A/B, and/or, a/b/c', ['i', 'o', 'a', 'b', 'b', 'c']],
  ['keeps small letters that a slash joins in English', 'en', 'i/o a/b A/b', ['i', 'o', 'a', 'b', 'b']],
  ['drops small letters of conjunctions', 'it', 'gatti e/o cani a/i E/o', ['gatt', 'can']],
  ['drops small letters of conjunctions', 'es', 'gatos y/o perros o/u I/O', ['gat', 'perr', 'u', 'i', 'o']],
  ['drops small letters of conjunctions', 'ru', 'к/с А/В', ['а', 'в']],
  ['splits Han into bigrams and single characters', 'zh', '病虫害。猫', ['病', '病虫', '虫', '虫害', '害', '猫']],
  ['splits kana into bigrams, with the mark that prolongs a vowel', 'ja', 'サーバ', ['サー', 'ーバ']],
  [
    'keeps the mark that voices a half-width or decomposed kana with it',
    'ja',
    'ｶﾞｲﾄﾞ か\u3099き',
    ['ガイ', 'イド', 'がき'],
  ],
  ['splits Han beside kana', 'ja', '猫と犬', ['猫', '猫と', 'と犬', '犬']],
  ['keeps digits of scripts without blanks together', 'th', 'ปี๒๕๖๗ 2567', ['ปี', '2567', '2567']],
  ['keeps digits of scripts without blanks together', 'my', '၁၉၈၄ ១៩៨៤ ໑໙໘໔', ['1984', '1984', '1984']],
  ['reads a decomposed vowel of Thai and Lao as one character', 'th', 'น้ํา น้ำ ນໍາ ນຳ', ['น้', '้ํา', 'น้', '้ํา', 'ນໍາ', 'ນໍາ']],
  [
    'reads radicals, which PDF files have in place of characters',
    'ja',
    '⽇本⺠ 日本民',
    [...Array(2).fill(['日', '日本', '本', '本民', '民'])].flat(),
  ],
  ['ignores variation selectors', 'ja', '葛\u{e0100}城 葛城', ['葛', '葛城', '城', '葛', '葛城', '城']],
  ['ignores the presentation of emoji', 'en', '❤\ufe0f moss 1\ufe0f\u20e3', ['moss', '1']],
  [
    'splits Hangul into bigrams, beside other letters',
    'ko',
    '식충식물은 iPhone을 12월',
    ['식충', '충식', '식물', '물은', 'iphone', '을', '12', '월'],
  ],
  ['splits Thai into bigrams', 'th', 'ดีๆ', ['ดี', 'ีๆ']],
  ['keeps Latin words between Han', 'zh', '使用Node运行', ['使', '使用', '用', 'node', '运', '运行', '行']],
  ['reads characters beyond the basic plane', 'zh', '𠀀𠀁', ['𠀀', '𠀀𠀁', '𠀁']],
  ['removes non-letters of decomposed characters', 'en', '1½ ﹼ ab', ['112', 'ab']],
  [
    'ignores soft hyphens and zero-width characters',
    'de',
    'Rezept\u00adbuch Koch\u200bbuch Auf\u200clage',
    ['rezeptbuch', 'kochbuch', 'auflag'],
  ],
  ['ignores a byte order mark and a word joiner', 'und', '\ufeffa\u2060b\ufeffc', ['abc']],
  ['ignores invisible characters between bigrams', 'th', 'ดี\u200bๆ', ['ดี', 'ีๆ']],
  ['splits Persian words at a zero-width non-joiner', 'und', 'می\u200cروم', ['می', 'روم']],
  ['joins Indic letters across a zero-width joiner', 'und', 'क्\u200dष', ['क्ष']],
  ['finds no word in invisible characters', 'en', '\u00ad \u200b', []],
  ['ignores symbols and emoji', 'en', '🌱 + – …', []],
])('%s', (_rule, language, text, words) => {
  expect(analyze(text, language)).toEqual(words);
  expect(analyzeToString(text, language)).toBe(words.join(' '));
});

test.each(Object.entries(SEARCHED_WORDS))('in %s, only words of the stop list are exceptions of it', (code, words) => {
  const language = analysisLanguage(code);
  const list = stopList(LISTS[code as keyof typeof SEARCHED_WORDS]);
  for (const word of words.split(/\s+/)) {
    expect(list).toContain(word);
    expect(language.isStopWord(word)).toBe(false);
  }
});

const LISTS = {
  cs: 'ces',
  fi: 'fin',
  fr: 'fra',
  he: 'heb',
  hi: 'hin',
  hu: 'hun',
  mr: 'mar',
  ro: 'ron',
  tr: 'tur',
  ur: 'urd',
};

test('cuts words after 64 letters, also those whose letters stand for many', () => {
  // This letter stands for three words, whose 18 letters and blanks are counted.
  for (const [letter, length] of [['a', 64] as const, ['ﷺ', 53] as const])
    expect(analyze(letter.repeat(100), 'und').map((word) => word.length)).toEqual([length]);
});

test('a word with signs and the word that spells them out are indexed alike', () => {
  for (const language of ['en', 'de', 'und'])
    expect(analyze('csharp fsharp cplusplus dotnet', language)).toEqual(
      ['C#', 'F#', 'C++', '.NET'].map((name) => analyze(name, language).at(-1)),
    );
});

test('a word has no signs between it and the next one in its position', () => {
  const found: string[] = [];
  const text = "An A-level at AT&T, Ada's C++ and .NET, I/O";
  eachWord(text, analysisLanguage('en'), (_word, start, end) => found.push(text.slice(start, end)));
  expect(found).toEqual(['A', 'level', 'AT', 'T', 'Ada', 'C++', '.NET', 'NET', 'I', 'O']);
});

test('analyses a word the same way in every document, whatever its case and frequency', () => {
  expect(new Set(analyze('Flying flying FLYING', 'en'))).toEqual(new Set(['fli']));
});

test('words contain no separators and have their positions in the text', () => {
  fc.assert(
    fc.property(anyText(), fc.constantFrom('en', 'de', 'ar', 'zh', 'und'), (text, code) => {
      let last = -1;
      eachWord(text, analysisLanguage(code), (word, start, end) => {
        expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        last = start;
      });
    }),
    { numRuns: fewOrMany(100, 500) },
  );
});

test('cuts a very long run of letters to the length of a word', () => {
  expect(analyze('x'.repeat(1_000_000), 'en').map((word) => word.length)).toEqual([64]);
});

test('writes the digits of every script in ASCII', () => {
  const digits = Array.from({ length: 0x20000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code >= 0xe000)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /^\p{Nd}$/u.test(character));
  expect(digits.length).toBeGreaterThan(600);
  const values = digits.map((digit) => analysisLanguage('und').word(digit));
  // The ten digits of a script follow each other.
  expect(values.join('')).toBe('0123456789'.repeat(digits.length / 10));
});
