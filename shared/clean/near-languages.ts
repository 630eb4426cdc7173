/**
 * Languages that the detector does not know, told from those that it takes them for: by letters that only they have, by
 * words that only one of two neighbours writes, and for the rest by their three-letter sequences (franc), which are asked
 * only where the detector itself is not sure.
 */
import { francAll } from 'franc-all';

/** Of two neighbours: words of the first, then of the second, which is the one that the detector knows. */
type Neighbours = { known: string; other: string; otherWords: string; knownWords: string };

const NEIGHBOURS: readonly Neighbours[] = [
  {
    known: 'nl',
    other: 'af',
    otherWords:
      "die nie 'n ’n vir hierdie jy hulle wees sy ons moenie daardie sal dié binne tussen deur oor kry baie ek gelys lêer dat word lys ontbreek nuwe moet",
    knownWords:
      'de het een niet voor deze zijn worden wordt naar ik je wij zij ze kunnen zal werd werden geen over niets heeft hebben bestand nieuwe door uit nog aan dit om',
  },
  {
    known: 'no',
    other: 'nn',
    otherWords:
      'ikkje eg ein eit frå kva kven korleis noko nokon nokre vere vore vart blei berre mykje heile dei desse eigen kvar då òg saman gjere dykk hjå sidan tek gjer fleire ei gjev mogleg brukar finn veit filer denne filene fann finst',
    knownWords:
      'ikke jeg en et fra hva hvem hvordan noe noen være vært ble bare mye hele de disse egen hver sammen gjøre hun deres hos flere gir blir bruker mulig finner vet fant finnes',
  },
  {
    known: 'ms',
    other: 'id',
    otherWords:
      'bisa karena bahwa coba mau saja berbeda kalau punya berkas galat bila sebuah gagal beberapa tak harus jika hingga sedang uang kantor mobil kota serta sangat sekali ia telah opsi silakan mengapa indonesia kemudian terjadi anggota perusahaan',
    knownWords:
      'kerana boleh bahawa cuba mahu sahaja berbeza fail ralat wang pejabat kereta ialah kepada semasa hendak bagi awak gagalnya apabila sekiranya iaitu manakala malaysia ini daripada sila seorang',
  },
  {
    known: 'hr',
    other: 'bs',
    otherWords:
      'ko neko šta evropa evropi evropske sistem sistema uslov uslovi hiljada sedmica lahko mehko hljeb historija januar februar mart april maj juni juli august septembar oktobar novembar decembar procenata bosna bosne bosni bosanski hercegovine sarajevo sarajeva tačka općenito fudbal također',
    knownWords:
      'tko netko što europa europi europske sustav sustava uvjet uvjeti tisuća tjedan kruh povijest siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenog prosinca posto računalo tvrtka izvješće glazba nogomet hrvatska hrvatske hrvatskoj zagreb zagreba točka',
  },
  {
    known: 'sr',
    other: 'mk',
    otherWords:
      'е во со ќе ги го ја им кој која кои овој оваа ова се од не што при или како нема треба има бидат биде до',
    knownWords: 'је у са ће су га их који која које овај ова ово нема треба би бити као или од да сте није',
  },
];
const SETS = NEIGHBOURS.map(({ known, other, otherWords, knownWords }) => {
  const mine = new Set(otherWords.split(' '));
  const its = new Set(knownWords.split(' '));
  return {
    ...{ known, other },
    otherWords: new Set([...mine].filter((word) => !its.has(word))),
    knownWords: new Set([...its].filter((word) => !mine.has(word))),
  };
});

/** Words of Malay that Indonesian does not write. */
const MALAY: ReadonlySet<string> = SETS.find(({ other }) => other === 'id')?.knownWords ?? new Set();

/** Letters that one of the languages has and its neighbours have not. */
const LETTERS: readonly (readonly [language: string, has: RegExp, hasNot: RegExp | null])[] = [
  ['eo', /[ĉĝĥĵŝŭ]/i, null],
  ['kk', /[қғұ]/i, /[ҷӣӯ]/i],
  ['mn', /[өү]/i, /[қғұңәһ]/i],
  ['ky', /[өү].*ң|ң.*[өү]/is, /[қғұәһ]/i],
  ['tt', /[җә]/i, /[қғұ]/i],
  ['tg', /[ҷӣӯ]/i, null],
  ['uz', /ў.*қ|қ.*ў/is, null],
  ['mk', /[ѓќѕ]/i, null],
  ['mk', /^(?=.*[јљњџ])(?=.*(?<!\p{L})(?:во|со|го|ги|ќе|е)(?!\p{L}))/isu, /[ђћъщыэюя]/i],
  ['ug', /[ۇۈۋ]/, null],
  ['ps', /[ټډړږښڼۍ]/, null],
  ['ckb', /[ڕڵۆێ]/, null],
  ['cy', /[ŵŷ]/i, null],
  // Each of its words is made of these fifteen letters, and ends in a vowel.
  ['mi', /^(?=.{30})(?:\P{L}*[aāeēiīoōuūhkmnprtwg]*[aāeēiīoōuū](?!\p{L}))+\P{L}*$/isu, null],
  ['mt', /[ħġċ]/i, null],
];

/** Of languages that nothing but their sequences tells: ISO 639-3 → 639-1. */
const SEQUENCED: Readonly<Record<string, string>> = {
  ...{ afr: 'af', cym: 'cy', epo: 'eo', gle: 'ga', lat: 'la', lug: 'lg', mri: 'mi', sna: 'sn', som: 'so', sot: 'st' },
  ...{ swh: 'sw', tso: 'ts', tsn: 'tn', xho: 'xh', zul: 'zu', mlt: 'mt', hau: 'ha', ibo: 'ig', glg: 'gl' },
};
/** Scripts that write one language, nearly always. */
const SCRIPTS: readonly (readonly [language: string, script: RegExp])[] = [
  ['my', /\p{Script=Myanmar}{3}/u],
  ['km', /\p{Script=Khmer}{3}/u],
  ['si', /\p{Script=Sinhala}{3}/u],
  ['bo', /\p{Script=Tibetan}{3}/u],
  ['dv', /\p{Script=Thaana}{3}/u],
  ['yi', /[\u05f0-\u05f2\ufb1d\ufb1f]|\u05d0[\u05b7\u05b8]/],
];

/** @returns undefined for scripts of several languages. */
export function languageOfScript(text: string): string | undefined {
  return SCRIPTS.find(([, script]) => script.test(text))?.[0];
}

/** What the detector may have said instead. */
const KNOWN: Readonly<Record<string, string>> = {
  ...{ nl: 'nld', ms: 'zlm', hr: 'hrv', no: 'nob', tl: 'tgl', es: 'spa', pt: 'por', it: 'ita', ro: 'ron', yo: 'yor' },
  ...{ et: 'ekk', en: 'eng', fr: 'fra', de: 'deu', sv: 'swe', da: 'dan', pl: 'pol', cs: 'ces', sk: 'slk', sl: 'slv' },
  ...{ tr: 'tur', az: 'azj', hu: 'hun', fi: 'fin', lt: 'lit', lv: 'lvs', ca: 'cat', eu: 'eus', sq: 'als', is: 'isl' },
  ...{ vi: 'vie', ku: 'kmr' },
};
const MARGIN = 0.02;

/** @param found what the detector said. @param sure whether it was sure. @returns ISO 639-1 (639-2 where there is none). */
export function nearLanguage(text: string, found: string, sure: boolean): string {
  for (const [language, has, hasNot] of LETTERS) if (has.test(text) && !hasNot?.test(text)) return language;
  const words = text.toLowerCase().match(WORDS) ?? [];
  for (const { known, other, otherWords, knownWords } of SETS) {
    if (known !== found) continue;
    let balance = 0;
    for (const word of words) balance += otherWords.has(word) ? 1 : knownWords.has(word) ? -1 : 0;
    if (balance > 0) return other;
  }
  const told = sure ? found : bySequences(text, found);
  // Of these two, without a word of either, the one that many times more people write.
  return told === 'ms' && !words.some((word) => MALAY.has(word)) ? 'id' : told;
}

const WORDS = /['’]?[\p{L}\p{M}]+/gu;

function bySequences(text: string, found: string): string {
  const known = KNOWN[found];
  if (known === undefined) return found;
  const ranked = francAll(text, { only: [...Object.keys(SEQUENCED), known] });
  const [best, score] = ranked[0] ?? ['und', 0];
  const language = SEQUENCED[best];
  const own = ranked.find(([code]) => code === known)?.[1] ?? 0;
  return language !== undefined && score - own > MARGIN ? language : found;
}
