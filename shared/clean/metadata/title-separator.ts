/**
 * What separates a title from the name of its site: `Peat moss | Bog Notes`. Chinese, Japanese and Korean titles may have no spaces there
 * (`标题_站点`, `标题－站点`).
 */
export const TITLE_SEPARATOR =
  /\s+(?:[|–—»«·•›‹-]|::|\/\/)\s+|\s*[|»›｜]\s*|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\d?!？！。」』”）])[_－–—-]+(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])/u;

/** The same, or the two hyphens that programs for documentation write. */
export const TITLE_OR_DASHES = new RegExp(String.raw`${TITLE_SEPARATOR.source}|\s+--\s+`, 'u');

/** Separators at either end of a title from which a part was removed. */
export const EDGE_SEPARATORS = /^[\s|｜–—»«·•›‹:/_－-]+|[\s|｜–—»«·•›‹:/_－-]+$/gu;
