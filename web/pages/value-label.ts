import { genreName, languageName, typeName } from './format.ts';

/** Returns a value of a filter or of a facet as pages show it. @param name name of the filter or facet */
export function valueLabel(name: string, value: string): string {
  switch (name) {
    case 'type':
      return typeName(value);
    case 'genre':
      return genreName(value);
    case 'language':
      return languageName(value) ?? (value === 'und' ? 'Unknown' : value);
    default:
      return value;
  }
}
