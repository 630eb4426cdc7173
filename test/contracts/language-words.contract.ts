import { beforeAll, expect, test } from 'vitest';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { search } from '../../shared/search/search.ts';
import { analyze } from '../../shared/text/analysis/analyze.ts';
import { ANALYSED_LANGUAGES } from '../../shared/text/analysis/language.ts';
import { seen } from './search-index.contract.ts';

const CRAWL = 'main';

/**
 * Words of a page and of a query that finds it. `inflected`: two forms of a word, for languages with a stemmer. `spelt`: two spellings of
 * a word: capitals, accents, compatible letters.
 */
type Words = { stop?: string; inflected?: [page: string, query: string][]; spelt: [page: string, query: string][] };

const WORDS: Record<string, Words> = {
  ar: {
    stop: 'من',
    inflected: [
      ['الكتاب', 'كتاب'],
      ['معلمون', 'المعلمين'],
      ['المعلومات', 'معلومة'],
    ],
    spelt: [
      ['كُتُب', 'كتب'],
      ['إسلام', 'اسلام'],
      ['مكتبه', 'مكتبة'],
    ],
  },
  bg: {
    stop: 'на',
    inflected: [
      ['градовете', 'град'],
      ['книгата', 'книги'],
      ['растения', 'растение'],
    ],
    spelt: [['ЗАКОН', 'закон']],
  },
  bn: {
    stop: 'এই',
    inflected: [
      ['বইগুলো', 'বই'],
      ['গাছের', 'গাছ'],
    ],
    spelt: [['পাখী', 'পাখি']],
  },
  ca: {
    stop: 'els',
    inflected: [
      ['ciutats', 'ciutat'],
      ['camions', 'camió'],
    ],
    spelt: [
      ['administració', 'administracio'],
      ['FONT', 'font'],
    ],
  },
  cs: {
    stop: 'jsou',
    inflected: [
      ['hrady', 'hradu'],
      ['knihách', 'knihy'],
      ['rostlinami', 'rostlina'],
    ],
    spelt: [
      ['latinských', 'latinskych'],
      ['MĚSTO', 'město'],
    ],
  },
  da: {
    stop: 'og',
    inflected: [
      ['blomster', 'blomsterne'],
      ['skove', 'skoven'],
      ['museum', 'museet'],
      ['gymnasiets', 'gymnasium'],
      ['jubilæum', 'jubilæerne'],
    ],
    spelt: [['ØER', 'øer']],
  },
  de: {
    stop: 'und',
    inflected: [
      ['Häuser', 'Haus'],
      ['Wälder', 'Wald'],
      ['Museum', 'Museen'],
      ['Gymnasiums', 'Gymnasien'],
    ],
    spelt: [
      ['Cafe', 'café'],
      ['Straße', 'STRASSE'],
      ['Müller', 'Mueller'],
      ['Koeln', 'Köln'],
    ],
  },
  el: {
    stop: 'και',
    inflected: [
      ['πόλεις', 'πόλη'],
      ['φυτών', 'φυτά'],
    ],
    spelt: [
      ['ΒΙΒΛΊΟ', 'βιβλιο'],
      ['ΔΡΟΜΟΣ', 'δρόμος'],
    ],
  },
  en: {
    stop: 'the',
    inflected: [
      ['bogs', 'bog'],
      ['running', 'run'],
    ],
    spelt: [['Café', 'cafe']],
  },
  es: {
    stop: 'los',
    inflected: [
      ['canciones', 'canción'],
      ['plantas', 'planta'],
    ],
    spelt: [
      ['administración', 'administracion'],
      ['tecnologías', 'tecnologias'],
      ['ÁRBOL', 'arbol'],
    ],
  },
  et: {
    stop: 'ja',
    inflected: [
      ['linnades', 'linn'],
      ['taimede', 'taim'],
    ],
    spelt: [['ÖÖ', 'öö']],
  },
  eu: {
    stop: 'eta',
    inflected: [
      ['etxeak', 'etxe'],
      ['mendiak', 'mendi'],
    ],
    spelt: [['UR', 'ur']],
  },
  fa: {
    stop: 'از',
    inflected: [
      ['کتابها', 'کتاب'],
      ['بزرگترین', 'بزرگ'],
    ],
    spelt: [
      ['درخت\u200cها', 'درخت'],
      ['كوه', 'کوه'],
    ],
  },
  fi: {
    stop: 'ja',
    inflected: [
      ['talossa', 'talo'],
      ['kirjat', 'kirja'],
    ],
    spelt: [['METSÄ', 'metsä']],
  },
  fr: {
    stop: "lorsqu'",
    inflected: [
      ['chevaux', 'cheval'],
      ['ambiguïtés', 'ambigu'],
    ],
    spelt: [
      ['activité', 'activite'],
      ['arrivées', 'arrivee'],
      ['foret', 'forêt'],
      ['FORÊT', 'foret'],
      ['ŒUVRE', 'oeuvre'],
    ],
  },
  ga: { stop: 'agus', inflected: [['gcapall', 'capall']], spelt: [['ABHAINN', 'abhainn']] },
  he: {
    stop: 'של',
    inflected: [
      ['בספרייה', 'ספרייה'],
      ['והמאפייה', 'מאפייה'],
      ['מוזיאון', 'המוזיאון'],
      ['לנמל', 'הנמל'],
    ],
    spelt: [['סֵפֶר', 'ספר']],
  },
  hi: {
    stop: 'के',
    inflected: [
      ['किताबें', 'किताब'],
      ['शहरों', 'शहर'],
    ],
    spelt: [
      ['हिंदी', 'हिन्दी'],
      ['ज़मीन', 'जमीन'],
    ],
  },
  hr: {
    stop: 'koji',
    inflected: [
      ['knjige', 'knjiga'],
      ['gradovima', 'grad'],
    ],
    spelt: [
      ['ŽENA', 'zena'],
      ['ĐAK', 'dak'],
    ],
  },
  hu: {
    stop: 'és',
    inflected: [
      ['házak', 'ház'],
      ['városban', 'város'],
    ],
    spelt: [['ERDŐ', 'erdő']],
  },
  hy: { stop: 'և', inflected: [['քաղաքներ', 'քաղաք']], spelt: [['ԳԻՐՔ', 'գիրք']] },
  id: {
    stop: 'yang',
    inflected: [
      ['membaca', 'bacaan'],
      ['penulisan', 'menulis'],
    ],
    spelt: [['BUKU', 'buku']],
  },
  it: {
    stop: 'quell',
    inflected: [
      ['libri', 'libro'],
      ['piante', 'pianta'],
    ],
    spelt: [
      ['attualità', 'attualita'],
      ['CITTÀ', 'citta'],
    ],
  },
  lt: {
    stop: 'ir',
    inflected: [
      ['knygos', 'knyga'],
      ['miestuose', 'miestas'],
    ],
    spelt: [['ŽEMĖ', 'zeme']],
  },
  lv: {
    stop: 'un',
    inflected: [
      ['grāmatas', 'grāmata'],
      ['pilsētās', 'pilsēta'],
    ],
    spelt: [['ŪDENS', 'udens']],
  },
  nb: {
    stop: 'og',
    inflected: [
      ['bøker', 'bøkene'],
      ['skoger', 'skogen'],
      ['museum', 'museene'],
      ['stipendium', 'stipendiet'],
    ],
    spelt: [['ØYER', 'øyer']],
  },
  nl: {
    stop: 'het',
    inflected: [
      ['planten', 'plant'],
      ['bomen', 'boom'],
      ['huizen', 'huis'],
      ['brieven', 'brief'],
    ],
    spelt: [['ZEEËN', 'zeeen']],
  },
  nn: {
    stop: 'og',
    inflected: [
      ['skogar', 'skogen'],
      ['plantane', 'plante'],
      ['museum', 'musea'],
    ],
    spelt: [['ØYAR', 'øyar']],
  },
  no: {
    stop: 'og',
    inflected: [
      ['bøker', 'bøkene'],
      ['skoger', 'skogen'],
      ['museum', 'museene'],
      ['stipendium', 'stipendiet'],
    ],
    spelt: [['ØYER', 'øyer']],
  },
  pl: {
    stop: 'jest',
    inflected: [
      ['książki', 'książka'],
      ['roślinami', 'roślina'],
    ],
    spelt: [
      ['wiadomości', 'wiadomosci'],
      ['ŁĄKA', 'laka'],
    ],
  },
  pt: {
    stop: 'dos',
    inflected: [
      ['cidades', 'cidade'],
      ['flores', 'flor'],
    ],
    spelt: [
      ['informação', 'informacao'],
      ['notavel', 'notável'],
      ['ÁGUA', 'agua'],
    ],
  },
  ro: {
    stop: 'este',
    inflected: [
      ['orașele', 'oraş'],
      ['activități', 'activ'],
      ['pădure', 'păduri'],
    ],
    spelt: [
      ['comunicația', 'comunicatia'],
      ['ȚARA', 'ţara'],
    ],
  },
  ru: {
    stop: 'что',
    inflected: [
      ['книги', 'книга'],
      ['городов', 'город'],
      ['ёлки', 'елка'],
    ],
    spelt: [['МЁД', 'мед']],
  },
  sk: {
    stop: 'ako',
    inflected: [
      ['hradoch', 'hrady'],
      ['knihy', 'kniha'],
    ],
    spelt: [
      ['latinských', 'latinskych'],
      ['MESTO', 'mesto'],
      ['ŽENA', 'zena'],
    ],
  },
  sl: {
    stop: 'je',
    inflected: [
      ['gozdovi', 'gozd'],
      ['knjige', 'knjiga'],
    ],
    spelt: [['ŽENA', 'zena']],
  },
  sv: {
    stop: 'och',
    inflected: [
      ['hundarna', 'hund'],
      ['biblioteket', 'bibliotek'],
      ['rummets', 'rum'],
      ['meddelandet', 'meddelande'],
      ['landet', 'land'],
      ['trumpet', 'trumpeten'],
      ['konkret', 'konkreta'],
      ['studiet', 'studie'],
      ['museum', 'museet'],
      ['museets', 'museer'],
      ['museumet', 'museernas'],
      ['konstmuseum', 'konstmuseerna'],
      ['gymnasium', 'gymnasiets'],
      ['jubileum', 'jubileet'],
      ['jubileum', 'jubiléer'],
      ['mossar', 'mossen'],
    ],
    spelt: [['BÄCK', 'bäck']],
  },
  ta: { inflected: [['புத்தகங்கள்', 'புத்தகம்']], spelt: [['மரம்', 'மரம்']] },
  tr: {
    stop: 'için',
    inflected: [
      ['evler', 'ev'],
      ['ağaçlar', 'ağaç'],
    ],
    spelt: [
      ['İSTANBUL', 'istanbul'],
      ['ışık', 'isik'],
    ],
  },
  uk: {
    stop: 'що',
    inflected: [
      ['книги', 'книга'],
      ['рослинами', 'рослина'],
    ],
    spelt: [['МІСТО', 'місто']],
  },
  vi: { stop: 'của', spelt: [['VIỆT', 'viet']] },
  bs: {
    stop: 'koji',
    inflected: [
      ['knjige', 'knjiga'],
      ['gradovima', 'grad'],
    ],
    spelt: [['РУКА', 'ruka']],
  },
  gu: {
    stop: 'અને',
    inflected: [
      ['પુસ્તકો', 'પુસ્તક'],
      ['શહેરમાં', 'શહેર'],
    ],
    spelt: [['ક્\u200dષ', 'ક્ષ']],
  },
  mr: {
    stop: 'आणि',
    inflected: [
      ['पुस्तकांमध्ये', 'पुस्तक'],
      ['शहरात', 'शहर'],
    ],
    spelt: [['नदि', 'नदी']],
  },
  ms: {
    stop: 'yang',
    inflected: [
      ['membaca', 'bacaan'],
      ['bukunya', 'buku'],
    ],
    spelt: [['RUMAH', 'rumah']],
  },
  ne: {
    inflected: [
      ['किताबहरू', 'किताब'],
      ['सहरमा', 'सहर'],
    ],
    spelt: [['नदि', 'नदी']],
  },
  sr: {
    stop: 'koji',
    inflected: [
      ['градовима', 'град'],
      ['књиге', 'knjiga'],
    ],
    spelt: [['РУКА', 'ruka']],
  },
  te: {
    stop: 'మరియు',
    inflected: [
      ['పుస్తకాలు', 'పుస్తకం'],
      ['నగరంలో', 'నగరం'],
    ],
    spelt: [['చెట్టు', 'చెట్టు']],
  },
  ur: {
    stop: 'سے',
    inflected: [
      ['کتابیں', 'کتاب'],
      ['درختوں', 'درخت'],
    ],
    spelt: [['كام', 'کام']],
  },
  // No stop list and no stemmer: bigrams, and words that are only folded.
  ja: {
    spelt: [
      ['食虫植物', '植物'],
      ['ﾓｳｾﾝｺﾞｹ', 'モウセンゴケ'],
      ['黒猫が', '猫'],
      ['ｻｰﾊﾞ', 'サーバ'],
      ['か\u3099いと\u3099', 'がいど'],
    ],
  },
  zh: {
    spelt: [
      ['湿地植物', '植物'],
      ['捕蝇草', '蝇'],
      ['２０２４年', '2024'],
      ['圖書館', '图书馆'],
      ['社会保险', '社會保險'],
    ],
  },
  ko: {
    spelt: [
      ['식충식물은', '식물'],
      ['습지에서', '습지'],
    ],
  },
  th: { spelt: [['พืชกินแมลง', 'กินแมลง']] },
  sw: { spelt: [['KITABU', 'kitabu']] },
  und: {
    spelt: [
      ['Œdème', 'oedeme'],
      ['１２', '12'],
      ['ﷺ'.repeat(30), 'ﷺ'.repeat(30)],
    ],
  },
};

const pairsOf = ({ inflected = [], spelt }: Words) => [...inflected, ...spelt];
const PAGES = Object.entries(WORDS).map(([language, words]) => ({
  language,
  text: [words.stop ?? '', ...pairsOf(words).map(([page]) => page)].join(' '),
}));

/** A word of a script without blanks, a page that has it or the most of it, and one that has pairs of its letters only. */
const UNSPACED: [language: string, query: string, found: string, other: string][] = [
  ['zh', '大学', '她在大学里教书', '大家都爱学习'],
  ['ja', 'コンピューター', '古いコンピュータが動く', 'データを送るモーター'],
  ['ja', '食べる', 'パンを食べた', '食品を比べる'],
  ['ko', '도서관에서', '도서관은 크다', '집에서 책을 읽는다'],
  ['ko', '학교에서', '학교는 멀다', '종교에 관해 거리에서 듣는다'],
  ['th', 'ห้องสมุดแห่งชาติ', 'ไปหอสมุดแห่งชาติ', 'ต้องการแสงแดดของชาย'],
];

/** Words of every language, on every engine. @param open returns an index, and what waits until writes are searchable */
export function languageWordsContract(open: () => Promise<{ index: SearchIndex; settle: () => Promise<void> }>): void {
  let index: SearchIndex;
  beforeAll(async () => {
    const opened = await open();
    index = opened.index;
    // The title is not a word of the text.
    const pages = PAGES.map((page) => seen(page.language, `http://${page.language}.example/`, { ...page, title: '' }));
    await index.write(CRAWL, pages);
    const unspaced = UNSPACED.flatMap(([language, , ...pages], row) =>
      pages.map((text, i) => seen(`${row}-${i}`, `http://${row}-${i}.example/`, { language, text, title: '' })),
    );
    await index.write('unspaced', unspaced);
    await opened.settle();
  });

  test('has words of every language that is analysed', () => {
    for (const language of ANALYSED_LANGUAGES) expect(WORDS, language).toHaveProperty(language);
  });

  const pairs = Object.entries(WORDS).flatMap(([language, words]) =>
    pairsOf(words).map(([page, query]) => [language, query, page] as const),
  );
  test.each(pairs)('in %s finds %s by %s', async (language, query) => {
    const { total, hits } = await search({ crawl: CRAWL, q: query, language }, { index });
    expect([total, hits.map(({ id }) => id)]).toEqual([1, [language]]);
  });

  test.each(UNSPACED.map((one, row) => [...one, row] as const))(
    'in %s finds no page by %s that has only pairs of its letters',
    async (_language, q, _found, other, row) => {
      for (const sort of [undefined, '-fetched'] as const) {
        const { hits } = await search({ crawl: 'unspaced', q, ...(sort && { sort }) }, { index });
        expect(hits.map(({ id }) => id)).toEqual([`${row}-0`]);
      }
      const both = await search({ crawl: 'unspaced', q: `${q} ${other.split(' ')[0]!.slice(0, 4)}` }, { index });
      expect(both.hits.map(({ id }) => id).sort()).toEqual([`${row}-0`, `${row}-1`]);
    },
  );

  test('counts every word as often as the analysis finds it, and no stop word of its own language', async () => {
    const analysed = PAGES.map(({ language, text }) => new Set(analyze(text, language)));
    const words = [...new Set(analysed.flatMap((one) => [...one]))];
    const { documents, matching } = await index.statistics(CRAWL, words);
    expect(documents).toBe(PAGES.length);
    expect([...matching]).toEqual(words.map((word) => [word, analysed.filter((one) => one.has(word)).length]));
    for (const [language, { stop = '' }] of Object.entries(WORDS)) expect(analyze(stop, language)).toEqual([]);
  });
}
