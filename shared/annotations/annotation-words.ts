import { languageOf } from '../clean/language/detect-language.ts';
import { analyzeToString } from '../text/analysis/analyze.ts';

/** Returns the words of an annotation as they are searched, joined by blanks: those of the language that it is written in. */
export const annotationWords = (text: string): string => analyzeToString(text, languageOf(text, null));
