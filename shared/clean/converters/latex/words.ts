/** Words that LaTeX sets of its own accord, in the languages of babel (its `\figurename`, `\tablename` and so on). */

export type TexWords = {
  figure: string;
  table: string;
  contents: string;
  references: string;
  abstract: string;
  proof: string;
};

const words = (line: string): TexWords => {
  const [figure, table, contents, references, abstract, proof] = line.split('|');
  return {
    ...{ figure: figure!, table: table!, contents: contents! },
    references: references!,
    abstract: abstract!,
    proof: proof!,
  };
};

export const ENGLISH = words('Figure|Table|Contents|References|Abstract|Proof');

const LANGUAGES: [names: RegExp, words: TexWords][] = [
  [
    /^n?(?:german|austrian|swissgerman)b?$/,
    words('Abbildung|Tabelle|Inhaltsverzeichnis|Literatur|Zusammenfassung|Beweis'),
  ],
  [
    /^(?:french|francais|frenchb|acadian|canadien)$/,
    words('Figure|Table|Table des matières|Références|Résumé|Démonstration'),
  ],
  [/^spanish$/, words('Figura|Cuadro|Índice|Referencias|Resumen|Demostración')],
  [/^(?:brazil|brazilian|portuguese|portuges)$/, words('Figura|Tabela|Sumário|Referências|Resumo|Demonstração')],
  [/^italian$/, words('Figura|Tabella|Indice|Riferimenti bibliografici|Sommario|Dimostrazione')],
  [/^dutch$/, words('Figuur|Tabel|Inhoudsopgave|Referenties|Samenvatting|Bewijs')],
  [/^polish$/, words('Rysunek|Tabela|Spis treści|Literatura|Streszczenie|Dowód')],
  [/^(?:czech|slovak)$/, words('Obrázek|Tabulka|Obsah|Reference|Abstrakt|Důkaz')],
  [/^swedish$/, words('Figur|Tabell|Innehåll|Referenser|Sammanfattning|Bevis')],
  [/^danish$/, words('Figur|Tabel|Indhold|Litteratur|Resumé|Bevis')],
  [/^russian$/, words('Рис.|Таблица|Содержание|Список литературы|Аннотация|Доказательство')],
];

const CLASS = /\\document(?:class|style)\s{0,9}\[([^\]]{0,500})\]/;
const BABEL = /\\usepackage\s{0,9}\[([^\]]{0,500})\]\s{0,9}\{babel\}/;
const MAIN = /\\set(?:main|default)language\s{0,9}(?:\[[^\]]{0,99}\])?\{([a-z]{1,20})\}/;

/**
 * Of several languages of babel the last is the main one, unless one says that it is.
 *
 * @param preamble without comments.
 */
export function texWords(preamble: string): TexWords {
  const options = [CLASS, BABEL, MAIN].map((pattern) => (pattern.exec(preamble)?.[1] ?? '').split(/\s*,\s*/));
  const told = options.flat().find((option) => option.startsWith('main='));
  const names = told ? [told.slice('main='.length)] : options.flat().reverse();
  for (const name of names) {
    if (/^(?:english|american|british|USenglish|UKenglish)$/.test(name.trim())) return ENGLISH;
    const found = LANGUAGES.find(([known]) => known.test(name.trim()));
    if (found) return found[1];
  }
  return ENGLISH;
}
