/** Numbers of months by their names, in the major languages of the web. */

/** Month names and their abbreviations, one line per month. */
const MONTHS: readonly string[] = [
  'january januar jänner janvier enero gennaio janeiro januari jan ene gen',
  'february februar feber février fevrier febrero febbraio fevereiro februari feb fév fev',
  'march märz maerz mars marzo março marco maart mart mar mär mrz mrt marts',
  'april avril abril aprile apr avr abr',
  'may mai mayo maggio maio mei maj maja mag',
  'june juni juin junio giugno junho jun giu',
  'july juli juillet julio luglio julho jul lug',
  'august août aout agosto augustus aug ago aoû augusti',
  'september septembre septiembre setiembre settembre setembro sep sept set',
  'october oktober octobre octubre ottobre outubro oct okt ott out',
  'november novembre noviembre novembro nov',
  'december dezember décembre decembre diciembre dicembre dezembro desember dec dez dic des déc',
];
const MONTH_OF = new Map<string, number>();
for (const [i, names] of MONTHS.entries())
  for (const name of names.split(' ')) if (!MONTH_OF.has(name)) MONTH_OF.set(name, i + 1);

/** Languages with further names, by the script that they are in; `Intl` gives them. */
const FURTHER_LANGUAGES: readonly [script: RegExp, languages: string][] = [
  [/^\p{sc=Latn}/u, 'hu id ca lt lv fr pl cs tr sk sl et is bs fi hr ro'],
  [/^\p{sc=Cyrl}/u, 'ru uk bg sr'],
  [/^\p{sc=Thai}/u, 'th'],
  [/^\p{sc=Deva}/u, 'hi mr ne'],
  [/^\p{sc=Beng}/u, 'bn'],
  [/^\p{sc=Taml}/u, 'ta'],
  [/^\p{L}/u, 'el he ar ar-SY ar-DZ ar-MA'],
];
const further = new Map<string, ReadonlyMap<string, number>>();

/** Returns the number of a month, from 1, or undefined. @param lower a name or abbreviation in lower case, without a dot behind it */
export function monthOf(lower: string): number | undefined {
  // A Turkish capital İ has a dot of its own in lower case.
  const name = lower.replace('i\u0307', 'i');
  const month = MONTH_OF.get(name);
  if (month !== undefined) return month;
  const languages = FURTHER_LANGUAGES.find(([script]) => script.test(name))?.[1];
  if (languages === undefined) return undefined;
  const months = further.get(languages) ?? monthsOf(languages.split(' '));
  further.set(languages, months);
  return months.get(name);
}

/** Returns the names of months, alone and in the case that they have after a day. Made on first use, because each start pays. */
function monthsOf(languages: readonly string[]): Map<string, number> {
  const months = new Map<string, number>();
  for (const language of languages)
    for (const month of ['long', 'short'] as const)
      for (const day of ['numeric', undefined] as const) {
        const format = new Intl.DateTimeFormat(language, { day, month, timeZone: 'UTC' });
        for (let i = 0; i < 12; i++) {
          const part = format.formatToParts(Date.UTC(2024, i, 8)).find(({ type }) => type === 'month');
          const name = part?.value.toLowerCase().replace(PREPOSITION_OR_DOT, '') ?? '';
          // Capitals of Turkish become letters with a dot: `MAYIS`.
          for (const one of [name, name.replaceAll('ı', 'i')])
            if (/\p{L}/u.test(one) && !months.has(one)) months.set(one, i + 1);
        }
      }
  return months;
}

/** The preposition before a Catalan name, and the sign of an abbreviation. */
const PREPOSITION_OR_DOT = /^(?:de |d['’])|[.׳॰]$/gu;
