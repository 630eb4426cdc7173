import { describe, expect, test } from 'vitest';
import { charsetParameter, decodeText } from '../../../shared/clean/decode/charset.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const utf16 = (text: string, big: boolean) => {
  const little = Buffer.from(text, 'utf16le');
  return big ? little.swap16() : little;
};
const RUSSIAN_1251 = bytes([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0]);

describe('the encoding of a page', () => {
  const cases: [rule: string, page: Uint8Array, declared: string, charset: string, text: string][] = [
    ['a byte order mark takes precedence', bytes([0xef, 0xbb, 0xbf], '\xc3\xa9'), 'windows-1251', 'UTF-8', 'é'],
    ['UTF-16 with a byte order mark', bytes([0xff, 0xfe], utf16('é<', false).toString('latin1')), '', 'UTF-16LE', 'é<'],
    [
      'big-endian UTF-16 with a byte order mark',
      bytes([0xfe, 0xff], utf16('é<', true).toString('latin1')),
      'utf-8',
      'UTF-16BE',
      'é<',
    ],
    ['HTTP takes precedence over the page', bytes('<meta charset=koi8-r>', [0xe9]), 'iso-8859-1', 'windows-1252', 'é'],
    [
      'the page says it',
      bytes('<meta charset="windows-1251">', RUSSIAN_1251.toString('latin1')),
      '',
      'windows-1251',
      'Привет, мир',
    ],
    [
      'in the old way too',
      bytes('<META HTTP-EQUIV=content-type CONTENT="text/html; charset=koi8-r">', [0xf0]),
      '',
      'KOI8-R',
      'П',
    ],
    ['a NUL makes no short page UTF-16', bytes('<p>a\0b</p>'), 'utf-8', 'UTF-8', '<p>a\0b</p>'],
    ['nor do many NULs', bytes('<p>moss\0grows\0in\0the\0bog</p>'), '', 'UTF-8', '<p>moss\0grows\0in\0the\0bog</p>'],
    ['the zero bytes of UTF-16 tell its byte order', utf16('<p>hi', false), 'utf-8', 'UTF-16LE', '<p>hi'],
    ['the same if it is big-endian', utf16('<p>hi', true), '', 'UTF-16BE', '<p>hi'],
    ['an unknown label is ignored', bytes('\xc3\xa9'), 'no-such-charset', 'UTF-8', 'é'],
    [
      '0x93 of windows-1252 is a quotation mark',
      bytes([0x93, 0x61, 0x94, 0x80]),
      'windows-1252',
      'windows-1252',
      '“a”€',
    ],
    ['Latin-1 is windows-1252', bytes([0x93]), 'ISO-8859-1', 'windows-1252', '“'],
    ['Shift_JIS', bytes([0x83, 0x65, 0x83, 0x58]), 'shift_jis', 'Shift_JIS', 'テス'],
    ['GBK', bytes([0xc4, 0xe3, 0xba, 0xc3]), 'gb2312', 'GBK', '你好'],
    ['Big5', bytes([0xa7, 0x41, 0xa6, 0x6e]), 'big5', 'Big5', '你好'],
    ['EUC-KR', bytes([0xbe, 0xc8, 0xb3, 0xe7]), 'euc-kr', 'EUC-KR', '안녕'],
    ['ISO-2022-JP, whose bytes are ASCII', bytes('\x1b$B%F\x1b(B'), 'iso-2022-jp', 'ISO-2022-JP', 'テ'],
    ['undeclared valid UTF-8 is UTF-8', bytes('\xc3\xa9t\xc3\xa9'), '', 'UTF-8', 'été'],
    [
      'valid UTF-8 declared as a single-byte encoding is UTF-8',
      bytes('\xc3\xa9t\xc3\xa9 \xc3\xa0'),
      'iso-8859-1',
      'UTF-8',
      'été à',
    ],
    ['one or two multi-byte characters may be chance', bytes('\xc3\xa9'), 'windows-1252', 'windows-1252', 'Ã©'],
    ['an invalid byte does not change declared UTF-8', bytes('\xc3\xa9\xc3\xa9\xff'), 'utf-8', 'UTF-8', 'éé\ufffd'],
    [
      'UTF-8 without a good letter is something else',
      bytes('caf\xe9 na\xefve d\xe9j\xe0 vu, tr\xe8s \xe9l\xe9gant'),
      'utf-8',
      'windows-1252',
      'café naïve déjà vu, très élégant',
    ],
    ['plain ASCII has the declared encoding', bytes('abc'), 'windows-1251', 'windows-1251', 'abc'],
    ['undeclared ASCII is UTF-8', bytes('abc'), '', 'UTF-8', 'abc'],
    ['ASCII declared as UTF-16 is UTF-8', bytes('<p>abc'), 'utf-16', 'UTF-8', '<p>abc'],
    ['ASCII with zero bytes declared as UTF-16 is UTF-16', utf16('<p>abc', false), 'utf-16', 'UTF-16LE', '<p>abc'],
    ['the same in big-endian UTF-16', utf16('abc', true), 'utf-16be', 'UTF-16BE', 'abc'],
    ['an empty body is an empty text', bytes(), '', 'UTF-8', ''],
  ];
  test.each(cases)('%s', (_, page, declared, charset, text) => {
    const decoded = decodeText(page, declared, false);
    expect(decoded.charset).toBe(charset);
    expect(decoded.text.replace(/^<meta[^>]*>/i, '')).toBe(text);
  });

  const cyrillic = (text: string) =>
    Buffer.from(
      Array.from(text, (letter) =>
        (letter.codePointAt(0) as number) > 0x400 ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0),
      ),
    );
  const RUSSIAN = 'Сфагнум хорошо держит воду и образует слои торфа, а летом появляются цветы.';
  test.each([
    ['the default of servers gives way to the head if detection agrees', 'iso-8859-1', 'windows-1251', 'windows-1251'],
    ['the default of servers holds if detection disagrees', 'iso-8859-1', 'shift_jis', 'windows-1252'],
    ['other encodings of HTTP hold', 'koi8-r', 'windows-1251', 'KOI8-R'],
  ])('%s', (_, inHttp, inHead, charset) => {
    const page = Buffer.concat([bytes(`<meta charset=${inHead}>`), cyrillic(RUSSIAN)]);
    const decoded = decodeText(page, inHttp, false);
    expect(decoded.charset).toBe(charset);
    if (charset === 'windows-1251') expect(decoded.text).toContain(RUSSIAN);
  });

  test('detects EUC-JP that is declared as Shift_JIS, which fails on some of its characters', () => {
    const japanese =
      '\xa4\xb3\xa4\xec\xa4\xcf\xc6\xfc\xcb\xdc\xb8\xec\xa4\xce\xa5\xda\xa1\xbc\xa5\xb8\xa4\xc7\xa4\xb9\xa1\xa3\xa4\xb3\xa4\xec\xa4\xcf';
    expect(decodeText(bytes(japanese), 'shift_jis', false)).toMatchObject({
      charset: 'EUC-JP',
      text: 'これは日本語のページです。これは',
    });
  });

  test.each([
    ['gbk', 'GBK', '\xb1\xb1\xbe\xa9', '北京'],
    ['shift_jis', 'Shift_JIS', '\x93\xfa\x96\x7b', '日本'],
  ])('an English page in %s stays readable with one character that is cut', (declared, charset, encoded, name) => {
    const page = bytes(
      `The moss grows in the bog. ${encoded} ${'It is older than the village. '.repeat(30)}${encoded[0]}`,
    );
    const decoded = decodeText(page, declared, false);
    expect(decoded.charset).toBe(charset);
    expect(decoded.text).toContain(name);
  });

  test('detects undeclared Cyrillic by its letters', () => {
    const text = 'Росянка круглолистная растёт на торфяных болотах и ловит мелких насекомых липкими волосками листьев';
    const page = Buffer.from(
      [...text].map((c) => (c === ' ' ? 0x20 : c === 'ё' ? 0xb8 : (c.codePointAt(0) as number) - 0x350)),
    );
    expect(decodeText(page, '', false)).toMatchObject({ charset: 'windows-1251', text });
  });

  test('reads the encoding of an XML declaration', () => {
    const page = bytes('<?xml version="1.0" encoding="koi8-r"?>', [0xf0]);
    expect(decodeText(page, '', true)).toMatchObject({
      charset: 'KOI8-R',
      text: '<?xml version="1.0" encoding="koi8-r"?>П',
    });
  });
});

describe('the declared and the detected encoding', () => {
  test.each([
    [
      'are both returned',
      'caf\xc3\xa9 na\xc3\xafve d\xc3\xa9j\xc3\xa0',
      'iso-8859-1',
      'windows-1252',
      'UTF-8',
      'UTF-8',
    ],
    ['detection does not run if the bytes fit', 'caf\xe9', 'iso-8859-1', 'windows-1252', null, 'windows-1252'],
    ['the declared one may be missing', 'caf\xc3\xa9', '', null, 'UTF-8', 'UTF-8'],
    ['a byte order mark counts as detected', '\xef\xbb\xbfa', 'koi8-r', 'KOI8-R', 'UTF-8', 'UTF-8'],
  ])('%s', (_, text, label, declared, detected, charset) => {
    expect(decodeText(bytes(text), label, false)).toMatchObject({ declared, detected, charset });
  });
});

describe('encodings outside the standard', () => {
  const utf32 = (text: string, little: boolean) => {
    const found = Buffer.alloc([...text].length * 4);
    for (const [i, sign] of [...text].entries())
      if (little) found.writeUInt32LE(sign.codePointAt(0) as number, i * 4);
      else found.writeUInt32BE(sign.codePointAt(0) as number, i * 4);
    return found;
  };
  const cases: [charset: string, page: Uint8Array, text: string][] = [
    ['UTF-32LE', utf32('\ufeffMoor 😀', true), 'Moor 😀'],
    ['UTF-32BE', utf32('\ufeffMoor 😀', false), 'Moor 😀'],
    ['ISO-2022-KR', bytes('\x1b$)C\x0e>H3g\x0f abc'), '안녕 abc'],
    ['HZ-GB-2312', bytes('This is ~{<:Ky2;S{#,NpJ)l6HK!#~} really.'), 'This is 己所不欲，勿施於人。 really.'],
    ['ISO-2022-JP', bytes('\x1b$B%F%9%H\x1b(B'), 'テスト'],
    [
      'UTF-16LE',
      utf16('<p>Wollgras und Sonnentau wachsen im Moor', false),
      '<p>Wollgras und Sonnentau wachsen im Moor',
    ],
    ['UTF-16BE', utf16('<p>Wollgras und Sonnentau wachsen im Moor', true), '<p>Wollgras und Sonnentau wachsen im Moor'],
  ];
  test.each(cases)('%s without a declaration', (charset, page, text) => {
    expect(decodeText(page, '', false)).toMatchObject({ charset, text });
  });
});

/** The algorithm "prescan a byte stream to determine its encoding" of the HTML standard (13.2.3.2), step by step. */
describe('the prescan of the standard', () => {
  const cases: [rule: string, head: string, declared: string | null][] = [
    ['charset without quotation marks', '<meta charset=koi8-r>', 'KOI8-R'],
    ['charset in single quotation marks', "<meta charset='koi8-r'>", 'KOI8-R'],
    ['white space around the equals sign', '<meta charset = "koi8-r" >', 'KOI8-R'],
    ['a value that ends with a slash', '<meta charset="koi8-r"/>', 'KOI8-R'],
    ['an attribute after a slash', '<meta/charset="koi8-r">', 'KOI8-R'],
    ['an attribute after a form feed', '<meta\fcharset="koi8-r">', 'KOI8-R'],
    ['upper case', '<META CHARSET=KOI8-R>', 'KOI8-R'],
    ['an alternative label', '<meta charset=koi>', 'KOI8-R'],
    ['a label with white space around it', '<meta charset=" koi8-r ">', 'KOI8-R'],
    ['content without http-equiv is ignored', '<meta content="text/html; charset=koi8-r">', null],
    ['content with http-equiv', '<meta http-equiv=Content-Type content="text/html; charset=koi8-r">', 'KOI8-R'],
    ['content before http-equiv', '<meta content="text/html; charset=koi8-r" http-equiv=content-type>', 'KOI8-R'],
    ['content with inner quotation marks', `<meta http-equiv=content-type content='x; charset="koi8-r"'>`, 'KOI8-R'],
    [
      'the word may come before without a sign',
      '<meta http-equiv=content-type content="charset charset=koi8-r">',
      'KOI8-R',
    ],
    ['a value that ends with a semicolon', '<meta http-equiv=content-type content="charset=koi8-r; x">', 'KOI8-R'],
    ['an unclosed quotation mark is ignored', `<meta http-equiv=content-type content="charset='koi8-r">`, null],
    ['another pragma is ignored', '<meta http-equiv=refresh content="0; charset=koi8-r">', null],
    [
      'charset takes precedence over content',
      '<meta http-equiv=content-type content="charset=koi8-u" charset=koi8-r>',
      'KOI8-R',
    ],
    ['the first attribute of a name counts', '<meta charset=koi8-r charset=koi8-u>', 'KOI8-R'],
    ['the first known label counts', '<meta charset=nothing><meta charset=koi8-r><meta charset=koi8-u>', 'KOI8-R'],
    ['a comment is ignored', '<!-- <meta charset=koi8-u> --><meta charset=koi8-r>', 'KOI8-R'],
    ['<!--> is a whole comment', '<!--><meta charset=koi8-r>-->', 'KOI8-R'],
    ['an attribute of another element is ignored', `<p title='<meta charset=koi8-u>'><meta charset=koi8-r>`, 'KOI8-R'],
    ['an end tag is ignored', '</p <meta charset=koi8-u>><meta charset=koi8-r>', 'KOI8-R'],
    ['a declaration is ignored', '<!doctype <meta charset=koi8-u>><meta charset=koi8-r>', 'KOI8-R'],
    ['a processing instruction is ignored', '<?x <meta charset=koi8-u>?><meta charset=koi8-r>', 'KOI8-R'],
    ['metadata is another element', '<metadata charset=koi8-u><meta charset=koi8-r>', 'KOI8-R'],
    ['a script is searched like markup', '<script><meta charset=koi8-r></script>', 'KOI8-R'],
    ['the prescan ends after 1,024 bytes', `${' '.repeat(1024)}<meta charset=koi8-r>`, null],
    ['the prescan does not end before 1,024 bytes', `${' '.repeat(1000)}<meta charset=koi8-r>`, 'KOI8-R'],
    ['x-user-defined means windows-1252', '<meta charset=x-user-defined>', 'windows-1252'],
  ];
  test.each(cases)('%s: %j', (_, head, declared) => {
    const page = bytes(head, RUSSIAN_1251.toString('latin1').repeat(8));
    expect(decodeText(page, '', false).declared).toBe(declared);
  });

  test('reads UTF-16 in a meta element as UTF-8', () => {
    expect(decodeText(bytes('<meta charset=utf-16>\xc3\xa9'), '', false)).toMatchObject({ charset: 'UTF-8' });
  });
});

test.each([
  ['text/html; charset=UTF-8', 'UTF-8'],
  ['text/html;CHARSET = "koi8-r" ; x=y', 'koi8-r'],
  ['text/html', ''],
  ['', ''],
])('the charset of %j is %j', (contentType, charset) => {
  expect(charsetParameter(contentType)).toBe(charset);
});
