import { parseLanguageCode } from '../../index/filter-values.ts';

/** English names of languages in lower case → ISO 639-1. Created on first use. */
let codes: Map<string, string> | undefined;

/** Parses a language code (ISO 639) or the English name of a language that has a code of two letters. */
export function parseLanguage(text: string): string | undefined {
  const code = parseLanguageCode(text);
  if (code !== undefined) return code;
  codes ??= namedLanguages();
  return codes.get(text.trim().toLowerCase());
}

function namedLanguages(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(
    pairs.flatMap((code): [string, string][] => {
      const name = names.of(code);
      return name === undefined ? [] : [[name.toLowerCase(), code]];
    }),
  );
}
