import type { Locale } from '../language/locale.ts';
import { genreName, licenceLabel, typeName } from './format.ts';

/** Returns a value of a filter or of a facet as pages show it. @param name name of the filter or facet */
export function valueLabel(locale: Locale, name: string, value: string): string {
  switch (name) {
    case 'type':
      return typeName(locale, value);
    case 'genre':
      return genreName(locale, value);
    case 'language':
      return locale.languageName(value) ?? (value === 'und' ? locale.t('language.unknown') : value);
    case 'licence':
      return licenceLabel(value);
    default:
      return value;
  }
}
