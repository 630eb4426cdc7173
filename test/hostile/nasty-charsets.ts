/** A host for each encoding of the Encoding standard, whose pages declare it in the header, in the page, not at all, or wrongly. */
import { anchors, type NastyAnswer, type NastyHost, page } from './nasty-web.ts';

/** https://encoding.spec.whatwg.org/#names-and-labels, but `replacement`, which stands for its labels. */
export const ENCODINGS = [
  ...['utf-8', 'ibm866', 'koi8-r', 'koi8-u', 'macintosh', 'windows-874', 'x-mac-cyrillic'],
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((n) => `iso-8859-${n}`),
  'iso-8859-8-i',
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => `windows-125${n}`),
  ...['gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr'],
  ...['utf-16be', 'utf-16le', 'x-user-defined', 'iso-2022-kr', 'hz-gb-2312'],
];

/** Sample texts. Pages use the first one that their encoding can represent. */
const SENTENCES = [
  'Příliš žluťoučký kůň úpěl ďábelské ódy.',
  '天地玄黃宇宙洪荒',
  '天地玄黄宇宙洪荒',
  'いろはにほへと散りぬるを',
  '다람쥐 헌 쳇바퀴에 타고파',
  'Жълтата дюля беше щастлива.',
  'Съешь ещё этих мягких булок.',
  'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.',
  'نص حكيم له سر قاطع وذو شأن عظيم.',
  'דג סקרן שט בים מאוכזב.',
  'เป็นมนุษย์สุดประเสริฐ',
  'Ġibniet ħoxna u żgħira.',
  'Ķēniņš ēda šķiņķi ar žēlumu.',
  'Tôi có thể ăn thủy tinh',
  'Pijamalı hasta yağız şoföre',
  'Voix ambiguë d’un cœur',
  'Voix ambiguë d’un zéphyr',
  'Voix ambiguë, naïve zéphyr',
  'Plain words of plain people.',
];

export type CharsetPage = {
  url: string;
  encoding: string;
  declared: 'header' | 'meta' | 'none' | 'wrong';
  sentence: string;
};

export const charsetHosts = (): NastyHost[] => ENCODINGS.map(charsetHost);

/** What the pages say, for those that say how they are written. */
export const charsetPages = (): CharsetPage[] =>
  ENCODINGS.flatMap((encoding) =>
    WAYS.map((declared) => ({
      url: `http://${nameOf(encoding)}/${declared}`,
      encoding,
      declared,
      sentence: sentenceOf(encoding),
    })),
  );

const WAYS = ['header', 'meta', 'none', 'wrong'] as const;
const nameOf = (encoding: string) => `${encoding.replace('_', '-')}.charset.test`;

function charsetHost(encoding: string): NastyHost {
  const pages = new Map<string, NastyAnswer>([
    [
      '/',
      page(
        `Pages in ${encoding}`,
        WAYS.map((declared) => `/${declared}`),
      ),
    ],
  ]);
  for (const declared of WAYS) {
    pages.set(`/${declared}`, charsetPage(encoding, declared));
    pages.set(`/${declared}/leaf`, page(`Leaf ${declared} of ${encoding}`));
  }
  return { name: nameOf(encoding), good: [...pages.keys()], answer: (path) => pages.get(path) };
}

function charsetPage(encoding: string, declared: (typeof WAYS)[number]): NastyAnswer {
  const meta = declared === 'meta' ? `<meta charset="${encoding}">` : '';
  const text = `<html>${meta}<title>${encoding} ${declared}</title><p>Written so: ${sentenceOf(encoding)}</p>${anchors([`/${declared}/leaf`])}`;
  const wrong = encoding === 'utf-8' ? 'windows-1252' : 'utf-8';
  const charset = declared === 'header' ? `; charset=${encoding}` : declared === 'wrong' ? `; charset=${wrong}` : '';
  const mark = declared === 'header' || !encoding.startsWith('utf-16') ? '' : '\uFEFF';
  return { status: 200, headers: { 'content-type': `text/html${charset}` }, body: encode(mark + text, encoding)! };
}

function sentenceOf(encoding: string): string {
  return SENTENCES.find((sentence) => encode(sentence, encoding) !== undefined)!;
}

/** Returns undefined if the encoding lacks a character. */
function encode(text: string, encoding: string): Uint8Array | undefined {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const bytes: number[] = [];
  for (const sign of text) {
    const code = sign < '\u0080' ? [sign.charCodeAt(0)] : tableOf(encoding).get(sign);
    if (!code) return undefined;
    bytes.push(...code);
  }
  return encoding === 'iso-2022-jp' ? escaped(bytes) : Uint8Array.from(bytes);
}

/** Writes runs of JIS X 0208 (as in EUC-JP) between escape sequences. */
function escaped(euc: readonly number[]): Uint8Array {
  const text = Buffer.from(euc).toString('latin1');
  const seven = (run: string) => [...run].map((sign) => String.fromCharCode(sign.charCodeAt(0) & 0x7f)).join('');
  return Buffer.from(
    text.replace(/[\x80-\xff]+/g, (run) => `\x1b$B${seven(run)}\x1b(B`),
    'latin1',
  );
}

const MULTIPLE = new Set(['gbk', 'gb18030', 'big5', 'euc-jp', 'shift_jis', 'euc-kr']);
/** Encodings whose pages are ASCII only. */
const PLAIN = new Set(['x-user-defined', 'iso-2022-kr', 'hz-gb-2312']);
const tables = new Map<string, Map<string, number[]>>();

/** Encodes with the inverse of the platform's decoder, so that the crawler's own tables are not tested with themselves. */
function tableOf(encoding: string): Map<string, number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, number[]>();
  tables.set(encoding, table);
  if (PLAIN.has(encoding)) return table;
  const jis = encoding === 'iso-2022-jp';
  const decoder = new TextDecoder(jis ? 'euc-jp' : encoding);
  const note = (code: number[]) => {
    const sign = decoder.decode(Uint8Array.from(code));
    if ([...sign].length === 1 && sign !== '\uFFFD' && !table.has(sign)) table.set(sign, code);
  };
  if (!jis) for (let a = 0x80; a < 0x100; a++) note([a]);
  if (jis || MULTIPLE.has(encoding))
    for (let a = 0x81; a < 0xff; a++) for (let b = jis ? 0x81 : 0x40; b < 0xff; b++) note([a, b]);
  return table;
}
