/**
 * Finds the end of the author in a byline: people who helped and labels of dates may follow without a mark, and without a space where inline
 * elements join.
 */

/** What people did who helped the author. */
const HELP = 'reviewed|checked|edited|translated|updated|photos?|geprüft|übersetzt|fotos?|redigeret|oversat';
/** Labels of these people. */
const HELPED = String.raw`(?:${HELP}) (?:by|von|a[fv])(?!\p{L})`;
/** A quick check that rejects most texts. */
const MAY_HAVE_HELPER = new RegExp(HELP, 'i');
const HELPER_LABEL = String.raw`(?:\p{L}+ )?${HELPED}`;
const HELPER = new RegExp(String.raw`^\W*${HELPER_LABEL}`, 'iu');
const HELPER_ALONE = new RegExp(String.raw`^\W*${HELPER_LABEL}\s*:?\s*$`, 'iu');
/** Helpers after a mark: `By Ada Writer | Reviewed by Ben Moss`. */
const AFTER_MARK = new RegExp(String.raw`(?<=\p{L}\W*)[|•·,;(–—]\s*${HELPER_LABEL}.*$`, 'isu');
/** Words before "reviewed" that belong to no name. */
const MANNER =
  '(?:medically|clinically|scientifically|technically|legally|financially|editorially|fact|peer|expert|medizinisch|fachlich|wissenschaftlich|juristisch)';
/** Helpers directly after the name. */
const DIRECTLY_AFTER = new RegExp(
  String.raw`(?:(?<=\p{L}[.)]?)\s+|(?<=\p{L}))(?<label>(?:${MANNER}[ -])?${HELPED}).*$`,
  'isu',
);
const BEGINS_CAPITAL = /^\p{Lu}/u;
/** Two words of a name at the end of a text, with words such as "van der" between them. */
const NAME_AT_END = /(?:^|\s)\p{Lu}[\p{L}.'’-]*\s+(?:\p{Ll}+\s+){0,3}\p{Lu}[\p{L}.'’-]*\)?$/u;
/** What the label belongs to instead of a name: `Written and edited by`, `Text und Fotos von`, `This Article Reviewed by`. */
const OF_LABEL =
  /(?:^|\s)(?:and|und|et|y|e|og|och|en)$|^(?:last|this|article|written|text|story|words|post|blog|content|page)(?:\s|$)/iu;

/** Returns whether a text names people who helped the author: `Medically reviewed by Ben Moss`. */
export const isHelper = (text: string): boolean => HELPER.test(text);

/** Returns whether a text is the label of people who helped, and their names follow it. */
export const isHelperLabel = (text: string): boolean => HELPER_ALONE.test(text);

/**
 * Returns a byline without the people who helped the author: `By Ada Writer` for `By Ada Writer Reviewed by Ben Moss`. Directly after the name,
 * a label begins with a capital letter, and two words of the name precede it: `The book reviewed by Ada Writer` has no helper.
 */
export function cutHelpers(text: string): string {
  if (!MAY_HAVE_HELPER.test(text)) return text;
  const own = text.replace(AFTER_MARK, '');
  const found = DIRECTLY_AFTER.exec(own);
  if (!BEGINS_CAPITAL.test(found?.groups?.['label'] ?? '')) return own;
  const before = own.slice(0, found?.index);
  return NAME_AT_END.test(before) && !OF_LABEL.test(before) ? before : own;
}

/** The label of a date directly after a name: `Ada Writer Updated May 4, 2020`, `Ada WriterPublished: 4 May 2020`. */
export const DATE_LABEL_AFTER_NAME =
  /(?<!Last|First|Originally|Zuletzt)(?:(?<=\p{L}[.)]?)\s+|(?<=\p{Ll}))(?:(?:Last|First|Originally|Zuletzt) )?(?:Updated|Published|Posted|Modified|Edited|Created|[Aa]ktualisiert|Veröffentlicht|Publié|Modifié|Mis à jour|Publicado|Actualizado|Pubblicato|Aggiornato)(?![\p{L}?!.,]|\s+(?:by|von|par|por|da)\s)(?=.{0,24}\d)/u;
