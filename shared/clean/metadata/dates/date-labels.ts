/** Labels of visible dates, such as "published on" and "last updated". */
import type { DateParser } from './date-parser.ts';

/** The word "date" in several languages, as alternatives of an expression. */
export const DATE_NAMES = 'date|datum|fecha|data|dato|päivämäärä|дата';

/** Labels of a date of publication. */
export const PUBLISHED_LABEL =
  /(?<![\p{L}])(?:(?:beitrag|artikel|eintrag)[^.]{0,120} wurde|published|posted|first published|publication date|date published|released|veröffentlicht|erschienen|erstellt|eingestellt|online seit|publié|mis en ligne|paru|publicado|publicada|fecha de publicación|pubblicato|pubblicata|gepubliceerd|geplaatst|opublikowano|dodano|publicerad|publisert|udgivet|offentliggjort|julkaistu|publikováno|zveřejněno|objavljeno|közzétéve|yayınlanma|yayın tarihi|опубликовано|дата публикации|опубліковано|δημοσιεύτηκε|发布时间|发表于|發佈|公開日|投稿日|掲載日|등록일|입력)(?![\p{L}])[^\p{L}\d]{0,4}(?:(?:on|am|date|le|el|il|op|den|dne|um|:|at|vom|datum)[\s:]*){0,2}/iu;
/** Labels of a date of the last change. */
export const MODIFIED_LABEL =
  /(?<![\p{L}])(?:(?:last )?(?:updated|modified|edited|reviewed|revised|changed)|last (?:update|revision|change)|(?:zuletzt |letzte )?(?:aktualisiert|aktualisierung|geändert|änderung|bearbeitet)|stand|mis(?:e)? à jour|modifié|dernière (?:mise à jour|modification)|actualizado|actualizada|última (?:actualización|modificación)|aggiornato|aggiornata|ultimo aggiornamento|ultima modifica|atualizado|bijgewerkt|gewijzigd|aktualizacja|zaktualizowano|uppdaterad|oppdatert|opdateret|päivitetty|aktualizováno|frissítve|güncelleme|обновлено|изменено|оновлено|更新日|更新时间|最終更新|수정)(?![\p{L}])[^\p{L}\d]{0,4}(?:(?:on|am|le|el|il|op|den|dne|at|vom|der seite|datum)[\s:]*){0,2}/iu;

/** Maximum length of the text after a label that is searched for a date, in UTF-16 units. */
export const MAX_LABEL_DISTANCE = 40;

/** Returns the date after a label, or null. */
export function labelledDate(text: string, word: RegExp, read: DateParser): string | null {
  const found = word.exec(text.slice(0, MAX_LABELLED_LENGTH));
  if (!found) return null;
  const from = found.index + found[0].length;
  const after = text.slice(from, from + MAX_LABEL_DISTANCE);
  return read(after, BEGINS_WITH_NUMBER.test(after));
}

/** In `Stand: 2.4.10` the number is a date, in `changed in 2.4.10` it is not. */
const BEGINS_WITH_NUMBER = /^[^\p{L}\d]{0,3}\d/u;

/** Length of the beginning of a line that is searched for a label, in UTF-16 units. */
export const MAX_LABELLED_LENGTH = 300;
