/** Numbers of months by their names, in the major languages of the web. */

/** Month names and their abbreviations, one line per month. */
const MONTHS: readonly string[] = [
  'january januar jänner janvier enero gennaio janeiro januari styczeń stycznia leden ledna ocak января январь січня januar jan ene gen ianuarie siječnja január tammikuu tammikuuta',
  'february februar feber février fevrier febrero febbraio fevereiro februari luty lutego únor února şubat февраля февраль лютого feb fév fev februarie veljače február helmikuu helmikuuta',
  'march märz maerz mars marzo março marco maart mart marzec marca březen března марта март березня mar mär mrz mrt martie ožujka marec marts maaliskuu maaliskuuta',
  'april avril abril aprile kwiecień kwietnia duben dubna nisan апреля апрель квітня apr avr abr aprilie travnja apríl huhtikuu huhtikuuta',
  'may mai mayo maggio maio mei maj maja květen května mayıs мая май травня mag svibnja máj toukokuu toukokuuta',
  'june juni juin junio giugno junho czerwiec czerwca červen června haziran июня июнь червня jun giu iunie lipnja jún kesäkuu kesäkuuta',
  'july juli juillet julio luglio julho lipiec lipca červenec července temmuz июля июль липня jul lug iulie srpnja júl heinäkuu heinäkuuta',
  'august août aout agosto augustus sierpień sierpnia srpen srpna ağustos августа август серпня aug ago aoû augusti kolovoza elokuu elokuuta',
  'september septembre septiembre setiembre settembre setembro wrzesień września září eylül сентября сентябрь вересня sep sept set septembrie rujna syyskuu syyskuuta',
  'october oktober octobre octubre ottobre outubro październik października říjen října ekim октября октябрь жовтня oct okt ott out octombrie listopada_hr október lokakuu lokakuuta',
  'november novembre noviembre novembro listopad listopada kasım ноября ноябрь листопада nov noiembrie studenoga marraskuu marraskuuta',
  'december dezember décembre decembre diciembre dicembre dezembro desember grudzień grudnia prosinec prosince aralık декабря декабрь грудня dec dez dic des déc decembrie prosinca joulukuu joulukuuta',
];
const MONTH_OF = new Map<string, number>();
for (const [i, names] of MONTHS.entries())
  for (const name of names.split(' ')) if (!MONTH_OF.has(name)) MONTH_OF.set(name, i + 1);

/** Languages whose names are not in the list above; `Intl` gives them. */
const FURTHER_LANGUAGES = ['el', 'hu', 'id', 'he', 'ca', 'hi', 'lt', 'lv', 'ar'];
let further: ReadonlyMap<string, number> | undefined;

/** Returns the number of a month, from 1, or undefined. @param name a name or abbreviation in lower case, without a dot */
export function monthOf(name: string): number | undefined {
  const month = MONTH_OF.get(name);
  if (month !== undefined) return month;
  further ??= furtherMonths();
  return further.get(name);
}

/** Returns the names of the further languages, in the case that they have after a day. Made on first use, because each start pays. */
function furtherMonths(): Map<string, number> {
  const months = new Map<string, number>();
  for (const language of FURTHER_LANGUAGES)
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: style, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month++) {
        const part = format.formatToParts(Date.UTC(2024, month - 1, 8)).find(({ type }) => type === 'month');
        const name = part?.value.toLowerCase().replace(PREPOSITION_OR_DOT, '') ?? '';
        if (/\p{L}/u.test(name) && !months.has(name)) months.set(name, month);
      }
    }
  return months;
}

/** The preposition before a Catalan name, and the sign of an abbreviation. */
const PREPOSITION_OR_DOT = /^(?:de |d['’])|[.׳॰]$/gu;
