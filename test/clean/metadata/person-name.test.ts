import { expect, test } from 'vitest';
import { findArticle, parseJsonLdScripts } from '../../../shared/clean/metadata/json-ld.ts';
import { parseAuthorNames } from '../../../shared/clean/metadata/person-name.ts';

test.each([
  ['Full Bio', []],
  ['The Author', []],
  ['Omar Said', ['Omar Said']],
  ['— Ada Writer', ['Ada Writer']],
  ['ada said:', []],
  ['责任编辑：李某某', []],
  ['More About Ada Gardener', ['Ada Gardener']],
  ['Ada Writer, MS, RD, FAND', ['Ada Writer, MS, RD, FAND']],
  ['Ada Writer, M.D. FACLM and Ben Reader, Ph.D.', ['Ada Writer, M.D. FACLM', 'Ben Reader, Ph.D.']],
  ['Ada Writer, RD, and Ben Reader, DVM', ['Ada Writer, RD', 'Ben Reader, DVM']],
  ['Ada Writer, CFP®', ['Ada Writer, CFP®']],
  ['Ada Writer, AFP', ['Ada Writer']],
  ['Ada Writer, CEO', ['Ada Writer']],
  ['Ada & Ben', ['Ada & Ben']],
  ['Ada Writer,Ben Reader', ['Ada Writer', 'Ben Reader']],
  ['Ada Writer, Ben van Reader', ['Ada Writer', 'Ben van Reader']],
  ['Authors: Ada Writer and Ben Reader', ['Ada Writer', 'Ben Reader']],
  ['Writer, Ada B.', ['Ada B. Writer']],
  ['du Moss, Ada', ['Ada du Moss']],
  ['von der Moss, Ada', ['Ada von der Moss']],
  ['Moss, Ada della; Fen, Ben', ['Ada della Moss', 'Ben Fen']],
  ['Moss, Ada; Fen, Ben', ['Ada Moss', 'Ben Fen']],
  ['Moss, Ada; Fen, Ben; Reader, Bo', ['Ada Moss', 'Ben Fen', 'Bo Reader']],
  ['Fen, Ben; Moss, Ada B.; Reader, Bo', ['Ben Fen', 'Ada B. Moss', 'Bo Reader']],
  ['Smith, J.; Doe, A. B.', ['J. Smith', 'A. B. Doe']],
  ['Ada Writer <ada@bog.example>', ['Ada Writer']],
  ['"Ada Writer" <ada@bog.example>', ['Ada Writer']],
  ['"Writer, Ada" <ada@bog.example>', ['Ada Writer']],
  ['Ada Writer <ada@bog.example>, Ben Moss <ben@bog.example>', ['Ada Writer', 'Ben Moss']],
  ['ada@bog.example', []],
  ['Ada Writer, Ben af Mosen', ['Ada Writer', 'Ben af Mosen']],
  ['Ada lives and works in Bristol', []],
  ['Staff and news service reports', ['Staff and news service reports']],
  ['AdaW on', ['AdaW']],
  ['Sponsored content', []],
  ['Visit the Bog Tools Store', []],
  ['Besuche den Bog-Tools-Store', []],
  ['Brand: Bog Tools', []],
  ['Brand Moss', ['Brand Moss']],
  ['Center for Bog Evaluation and Research', ['Center for Bog Evaluation and Research']],
  ['Ada Writer; Paper', ['Ada Writer']],
  ['BY ADA WRITER AND BEN MOSS', ['ADA WRITER', 'BEN MOSS']],
  ['Av Ada Writer og Ben Moss', ['Ada Writer', 'Ben Moss']],
  ['作者：王小川', ['王小川']],
  ['Kirjoittaja: Väinö Mäkelä', ['Väinö Mäkelä']],
  ['Yazar: Ayşe Yılmaz', ['Ayşe Yılmaz']],
  ['Tác giả: Nguyễn Văn An', ['Nguyễn Văn An']],
  ['ผู้เขียน: สมชาย ใจดี', ['สมชาย ใจดี']],
  ['بقلم: أحمد محمود', ['أحمد محمود']],
  ['بقلم أحمد محمود', ['أحمد محمود']],
  ['نویسنده: مریم رضایی', ['مریم رضایی']],
  ['מאת דוד כהן', ['דוד כהן']],
  ['लेखक: राजेश कुमार', ['राजेश कुमार']],
  ['লেখক: রফিকুল ইসলাম', ['রফিকুল ইসলাম']],
  ['記者：王小川', ['王小川']],
  ['文／王小川', ['王小川']],
  ['김철수 기자', ['김철수']],
  ['文小川', ['文小川']],
])('reads the author field %s', (value, names) => {
  expect(parseAuthorNames([value]).map(({ name }) => name)).toEqual(names);
});

test('a name with letters after it is a person', () => {
  expect(parseAuthorNames(['Ada Writer, PharmD, RPh'])).toEqual([{ name: 'Ada Writer, PharmD, RPh', isPerson: true }]);
});

test.each(['Ada du Moss', 'Ada della Palude', 'Ada af Mosen', 'Ada das Neves', 'Ada d’Arc', "Ada dell'Orto"])(
  'words in lower case belong to the name of a person: %s',
  (name) => expect(parseAuthorNames([name])).toEqual([{ name, isPerson: true }]),
);

test('decodes character references in JSON-LD', () => {
  const script = '{"@type":"Article","headline":"Moss &#x26; fen","author":{"name":"Ada &amp; Ben"}}';
  const { authors, headline } = findArticle(parseJsonLdScripts([script]));
  expect([authors, headline]).toEqual([['Ada & Ben'], 'Moss & fen']);
});

test.each([
  ['{"@type":"NewsArticle","creator":["Ada Writer","Ben Moss"]}', ['Ada Writer', 'Ben Moss']],
  ['{"@type":"NewsArticle","author":"Ada Writer","creator":"Ben Moss"}', ['Ada Writer']],
  ['{"@type":"ImageObject","creator":"Ada Writer","uploadDate":"2024-05-06"}', []],
])('reads the authors of %s', (script, authors) => {
  expect(findArticle(parseJsonLdScripts([script.replace('{', '{"datePublished":"2024-05-06",')])).authors).toEqual(
    authors,
  );
});

test.each([
  ['\ufeff', ''],
  ['<!--\n', '\n-->'],
  ['<!--\n', '\n//-->'],
  ['<!-- ', ' // --> '],
  ['//<![CDATA[\n', '\n//]]>'],
])('reads JSON-LD between %j and %j', (before, after) => {
  const script = `${before}{"@type":"Article","author":"Ada Writer"}${after}`;
  expect(findArticle(parseJsonLdScripts([script])).authors).toEqual(['Ada Writer']);
});
