/** The languages whose trigrams are compared. */

/** Languages that trigrams identify: ISO 639-3 codes and their ISO 639-1 codes. */
export const TRIGRAM_LANGUAGES: Readonly<Record<string, string>> = {
  ...{ afr: 'af', cym: 'cy', epo: 'eo', gle: 'ga', lat: 'la', lug: 'lg', mri: 'mi', sna: 'sn', som: 'so', sot: 'st' },
  ...{ swh: 'sw', tso: 'ts', tsn: 'tn', xho: 'xh', zul: 'zu', mlt: 'mt', hau: 'ha', ibo: 'ig', glg: 'gl' },
};
/** Languages that ELD may return instead: ISO 639-1 codes and their ISO 639-3 codes. */
export const DETECTOR_LANGUAGES: Readonly<Record<string, string>> = {
  ...{ nl: 'nld', ms: 'zlm', hr: 'hrv', no: 'nob', tl: 'tgl', es: 'spa', pt: 'por', it: 'ita', ro: 'ron', yo: 'yor' },
  ...{ et: 'ekk', en: 'eng', fr: 'fra', de: 'deu', sv: 'swe', da: 'dan', pl: 'pol', cs: 'ces', sk: 'slk', sl: 'slv' },
  ...{ tr: 'tur', az: 'azj', hu: 'hun', fi: 'fin', lt: 'lit', lv: 'lvs', ca: 'cat', eu: 'eus', sq: 'als', is: 'isl' },
  ...{ vi: 'vie', ku: 'kmr' },
};
