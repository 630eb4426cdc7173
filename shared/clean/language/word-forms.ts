/**
 * Similar languages, and the letters and word forms that distinguish them. Word forms apply to words in lower case.
 */
export type WordForms = readonly (readonly [languages: string, form: RegExp])[];

/** Languages that ELD returns, and the similar languages that a text may be in instead. */
export const CONFUSABLE_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  ...{ nl: ['af'], da: ['no', 'nn', 'sv'], no: ['nn', 'da', 'sv'], sv: ['no', 'da'], ms: ['id'] },
  ...{ hr: ['bs', 'sr'], cs: ['sk'], sk: ['cs'], hi: ['mr'], mr: ['hi'] },
  ...{ ru: ['mk', 'bg', 'uk', 'be', 'mn'], uk: ['ru', 'be', 'bg', 'mn'], be: ['ru', 'uk', 'bg', 'mn'] },
  ...{ bg: ['mk', 'sr', 'ru', 'uk', 'be', 'mn'], sr: ['mk', 'ru'] },
  ...{ es: ['eo', 'la', 'ca'], ca: ['eo', 'la', 'es'], ro: ['eo', 'la'] },
  ...{ it: ['eo', 'la'], pt: ['eo', 'la'], fr: ['eo', 'la'] },
};
/** Languages that ELD does not support and that are not similar to one that it does. */
export const UNSUPPORTED_LANGUAGES: ReadonlySet<string> = new Set(
  'af cy eo ga la lg sn so st sw tn ts xh zu'.split(' '),
);

/** Word forms that only one of the similar languages has. */
export const UNIQUE_FORMS: WordForms = [
  ['eo', /..(?:oj|aj)n?$/],
  ['la', /...(?:orum|arum|ibus|ntur|[ai]tur)$/],
  ['sn', /^(?:zv|dzv|vachi|achi|ndichi|chaka|yaka)./],
  ['lg', /^(?:oku|omu|eki|ebi|obu|okw|omw|n'o|n'e|n'a)../],
  ['ts', /^(?:xi|swi|vuxi|hinkwa).|n'w/],
];
/** Pairs of closely related languages, which are distinguished last. */
export const SISTER_LANGUAGES: Readonly<Record<string, string>> = { xh: 'zu', zu: 'xh', st: 'tn', tn: 'st' };
/** Word forms that distinguish the languages of a pair. */
export const SISTER_FORMS: WordForms = [
  ['xh', /^(?:ndi|undi|bendi|kwi)..|rh[aeiou]|^[a-z]{0,3}(?:ii|ee|oo)[b-df-hj-np-tv-z]|^ii$/],
  ['zu', /^(?:ngi|ungi|bengi|umu[bdghjkpsvz]|emzi)../],
  ['st', /(?<!t)hl|^h[oa]$|ts[hw]?o?ana/],
  ['tn', /tlh|gw|^g[ao]$/],
];
/** Word forms that distinguish similar languages only: other languages have them too. */
export const CONFUSABLE_FORMS: WordForms = [
  ['da', /æ[b-df-hj-np-qs-z]|[^e]ej|øj|tion|hed(?:en)?$|[aeiouyæøå]gt$|..erne$/],
  [
    'da',
    /^(?:ud|ind|af|op(?!p|e))..|brug|sprog|nøgl|søg|hjælp|værdi|bryd|tilbage|fuld|kend|læ[sg]|æl[gp]|..ede$|..(?:[øuå]g|øb|åb)(?:e|er|en|et|es)?$/,
  ],
  [
    'no nn',
    /^(?:ut|inn|opp|av)..|bruk|språk|nøkk|søk|hjelp|verdi|bryt|tilbake|kjenn|gj[eø]|skj|..(?:[øuåeia]k|øp|åp)(?:e|er|en|et|es)?$/,
  ],
  ['da no nn', /[æø]/],
  ['sv', /[äö]|..(?:orna|arna|erna|ade)$/],
  ['no nn', /sjon|øy|ei|kj[eøæå]|(?:kk|pp|tt|ll|mm|nn|ss|ff)$/],
  ['no', /het(?:en)?$/],
  ['no da', /..lig(?:e|t|ere|ste|hed|het)?$/],
  ['nn', /(?:...ane|...ast|...inga|...[dklnrs]a|heita?|...ar|..leg[ea]?|..legare)$|kkj|ggj|jø|øyr|auk|^kv[ao]r/],
  ['eo', /k|..[oa]jn?$/],
  ['la', /..(?:um|us|ae|am|em|unt|que|tur|it|is)$/],
  [
    'id',
    /..(?:itas|isasi)$|^(?:dari|dapat|sudah|jadi|menjadi|waktu|mulai|tempat|kembali|sendiri|dilakukan|pernah|karena)$/,
  ],
  [
    'ms',
    /..(?:iti|isyen)$|^(?:telah|bagi|kepada|pula|turut|semasa|mengenai|kawasan|negeri|sehingga|patut|diberi|berlaku|ahli|berkata)$/,
  ],
  ['af', /[a-z]y(?![aeiou])|[êû]|sk[aeio]|..sies?$/],
  ['nl', /ij|ch|z[aeiou]|..ties?$/],
  ['hr bs', /..(?:[rlvdtscpb]ije|[mvdtspb]je)/],
  ['hr bs', /vrije|vjer|mjer|mjes|djel|prije|rješ/],
  [
    'sr',
    /mest[aoeiu]|^svet|vremen|^det[ei]|^dec[aeiou]|^reč|^lep[aoeiu]|verov|^uvek|^cel[aoiu]|^tel[aou]|mer[aeiou]|primen|uspe[hš]|bezbed|zahtev|savet|sledeć|posled|nasled|^pre$/,
  ],
  ['bs sr', /opšt|^lični|uslov|hiljad|učestv|sistem|evrop/],
  ['hr', /uvjet|osobn|tisuć|sveučiliš|europ|sustav|natječ|tko$/],
  ['bs sr', /šć|[ik]ova[nlo]|isa[nlo][aeio]?$/],
  ['cs', /[řěů]|ou|..(?:ní|ost)$/],
  ['sk', /[ľĺŕôä]|..(?:ia|ie|iu|osť|ť)$/],
  ['ca', /ny|l·l|ç|ix|..(?:ció|tge|au|eu|iu|[àèò].*)$/],
  ['es', /ñ|..(?:ción|ciones|dad|ado|ido|mente)$|[áó]./],
  ['mr', /ळ|..(?:च्या|ची|चे|चा|साठी|मध्ये|ून|णे|ांना|तील)$/],
  ['hi', /..(?:ें|ों|ाएँ|ाओं|ता|ते|ती)$|[कखगजडढफ]़/],
  ['ru be', /[ыэё]/],
  ['ru', /(?:ться|...[ое]го|..[ыи]й|...[ыо]е|...ая|...ость|...ение|...ния)$/],
  ['uk be', /і/],
  ['uk', /[їєґ]|(?:ться|..ий|...ння|...ість)$/],
  ['be', /ў|дз|(?:цца|...ага|..ы|...ння|...асць)$/],
  ['bg', /ъ|(?:ят|...ите|ове)$/],
  ['bg mk', /...(?:ата|ото|ите)$/],
  ['mn', /аа|ээ|оо|уу|өө|үү|..(?:ийн|ийг|ын)$/],
  ['mk', /[а-ш]{3}(?:от|ата|аат|ува|ување|увања)$/],
  ['sr', /[ђћ]|је|..(?:ао|ог|ом|има|их|ама|ити|ати)$/],
  ['sr mk', /[љњџј]|^[а-ш]{6,}$/],
];

/** Cyrillic letters that neither Macedonian nor Serbian uses. They rule both out. */
export const NON_SERBIAN_LETTERS = /[ъщюяьйыэё]/;
/** Cyrillic letters that Bulgarian does not use; a soft sign stands before `о` only. Russian imperatives end as Bulgarian plurals do (`выберите`). */
export const NON_BULGARIAN_LETTERS = /[ыэёіїєґў]|ь(?!о)/;

/** Minimum lead over the language that ELD returns: for languages that ELD distinguishes itself, and for common word forms. */
export const REQUIRED_LEADS: Readonly<Record<string, (words: number) => number>> = {
  no: () => 0.5,
  nn: () => 0.5,
  da: () => 0.5,
  eo: (words) => 0.2 * words,
  la: (words) => 0.3 * words,
  mk: () => 0.5,
  sr: () => 0,
  sv: () => 0.5,
  ...{ ru: () => 0.5, uk: () => 0.5, be: () => 0.5, bg: () => 1, mn: () => 0.5, cs: () => 0.5, sk: () => 0.5 },
  ca: (words) => 0.2 * words,
  es: (words) => 0.2 * words,
};

/**
 * Letters that a language uses and similar languages do not. `hasNot` lists letters that rule the language out. `share` is the minimum
 * share of the words that have such letters: names occur in texts of all languages. It is 0 if `has` is a pattern for the whole text.
 */
export const UNIQUE_LETTERS: readonly (readonly [
  language: string,
  has: RegExp,
  hasNot: RegExp | null,
  share: number,
])[] = [
  ['eo', /[ĉĝĥĵŝŭ]/i, null, 0.1],
  ['kk', /[қғұ]/i, /[ҷӣӯ]/i, 0.1],
  ['kk', /^(?=.*і).*[әңөү]/is, /[ўїєґ]/i, 0],
  ['mn', /[өү]/i, /[қғұңәһ]/i, 0.1],
  ['mn', /^(?=.*[эыйь]).*(?:аа|ээ|уу).*(?:аа|ээ|уу)/is, /[іїєґўщқғұәһ]/i, 0],
  ['ky', /[өү].*ң|ң.*[өү]/is, /[қғұәһ]/i, 0],
  ['tt', /[җә]/i, /[қғұ]/i, 0.15],
  ['tg', /[ҷӣӯ]/i, null, 0.06],
  ['uz', /ў.*қ|қ.*ў/is, null, 0],
  ['mk', /[ѓќѕ]/i, null, 0.1],
  ['mk', /^(?=.*[јљњџ])(?=.*(?<!\p{L})(?:во|со|го|ги|ќе|е)(?!\p{L}))/isu, /[ђћъщыэюя]/i, 0],
  ['ug', /[ۇۈۋ]/, null, 0.1],
  ['ur', /[ٹڈڑےں]/, /[ټډړږښڼۍ]/, 0.2],
  ['ps', /[ټډړږښڼۍ]/, null, 0.15],
  ['ckb', /[ڕڵۆێ]/, null, 0.15],
  ['cy', /[ŵŷ]/i, null, 0.1],
  ['vi', /[ảấầẩẫậắằẳẵặẻếềểễệỉốồổỗộớờởỡợủứừửữựỷỹ]/i, /[ṣ]/i, 0.3],
  // Māori words use these fifteen letters only and end in a vowel.
  ['mi', /^(?=.{30})(?:\P{L}*[aāeēiīoōuūhkmnprtwg]*[aāeēiīoōuū](?!\p{L}))+\P{L}*$/isu, null, 0],
  ['mt', /[ħġċ]/i, null, 0.1],
];
