/** Caption names that LaTeX prints, in the languages of babel: `\figurename`, `\tablename` and so on. */

export type CaptionNames = {
  figure: string;
  table: string;
  contents: string;
  references: string;
  abstract: string;
  proof: string;
};

const parseNames = (line: string): CaptionNames => {
  const [figure, table, contents, references, abstract, proof] = line.split('|');
  return {
    ...{ figure: figure!, table: table!, contents: contents! },
    references: references!,
    abstract: abstract!,
    proof: proof!,
  };
};

const ENGLISH = parseNames('Figure|Table|Contents|References|Abstract|Proof');

const LANGUAGES: [language: RegExp, names: CaptionNames][] = [
  [
    /^n?(?:german|austrian|swissgerman)b?$/,
    parseNames('Abbildung|Tabelle|Inhaltsverzeichnis|Literatur|Zusammenfassung|Beweis'),
  ],
  [
    /^(?:french|francais|frenchb|acadian|canadien)$/,
    parseNames('Figure|Table|Table des matières|Références|Résumé|Démonstration'),
  ],
  [/^spanish$/, parseNames('Figura|Cuadro|Índice|Referencias|Resumen|Demostración')],
  [/^(?:brazil|brazilian|portuguese|portuges)$/, parseNames('Figura|Tabela|Sumário|Referências|Resumo|Demonstração')],
  [/^italian$/, parseNames('Figura|Tabella|Indice|Riferimenti bibliografici|Sommario|Dimostrazione')],
  [/^dutch$/, parseNames('Figuur|Tabel|Inhoudsopgave|Referenties|Samenvatting|Bewijs')],
  [/^polish$/, parseNames('Rysunek|Tabela|Spis treści|Literatura|Streszczenie|Dowód')],
  [/^(?:czech|slovak)$/, parseNames('Obrázek|Tabulka|Obsah|Reference|Abstrakt|Důkaz')],
  [/^swedish$/, parseNames('Figur|Tabell|Innehåll|Referenser|Sammanfattning|Bevis')],
  [/^danish$/, parseNames('Figur|Tabel|Indhold|Litteratur|Resumé|Bevis')],
  [/^russian$/, parseNames('Рис.|Таблица|Содержание|Список литературы|Аннотация|Доказательство')],
];

/** Options of the document class. */
const CLASS_OPTIONS = /\\document(?:class|style)\s{0,9}\[([^\]]{0,500})\]/;
const BABEL_OPTIONS = /\\usepackage\s{0,9}\[([^\]]{0,500})\]\s{0,9}\{babel\}/;
/** Main language of polyglossia. */
const MAIN_LANGUAGE = /\\set(?:main|default)language\s{0,9}(?:\[[^\]]{0,99}\])?\{([a-z]{1,20})\}/;

/**
 * Returns the caption names in the main language of a document. For babel that is the option `main=…`, otherwise the last
 * language.
 * @param preamble preamble without comments
 */
export function detectCaptionNames(preamble: string): CaptionNames {
  const options = [CLASS_OPTIONS, BABEL_OPTIONS, MAIN_LANGUAGE].map((pattern) =>
    (pattern.exec(preamble)?.[1] ?? '').split(/\s*,\s*/),
  );
  const mainOption = options.flat().find((option) => option.startsWith('main='));
  const languages = mainOption ? [mainOption.slice('main='.length)] : options.flat().reverse();
  for (const language of languages) {
    if (/^(?:english|american|british|USenglish|UKenglish)$/.test(language.trim())) return ENGLISH;
    const found = LANGUAGES.find(([pattern]) => pattern.test(language.trim()));
    if (found) return found[1];
  }
  return ENGLISH;
}
