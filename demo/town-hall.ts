import type { Article, Host } from './page.ts';
import { seeded, some } from './seeded.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** An endless calendar: every month links to the next. */
export function townHall(): Host {
  const home = calendarPage('/');
  return {
    name: 'town-hall.test',
    title: 'Town Hall',
    layout: 'modern',
    language: 'en',
    articles: [home!, calendarPage('/calendar/2026/1')!],
    endless: (path) => (path === '/' ? undefined : calendarPage(path)),
  };
}

function calendarPage(path: string): Article | undefined {
  if (path === '/') {
    return {
      path,
      title: 'Town Hall',
      language: 'en',
      onTopic: false,
      sections: [
        {
          paragraphs: [
            'The town hall is open on weekdays from nine to four. Passports, fishing licences and complaints are dealt with on the ground floor.',
            'The large room upstairs can be rented by clubs; see the [[/calendar/2026/1|calendar]] for free evenings.',
          ],
        },
      ],
    };
  }
  const match = /^\/calendar\/(\d{1,6})\/(\d{1,2})$/.exec(path);
  const [year, month] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || month < 1 || month > 12) return undefined;
  const step = (by: number) =>
    `/calendar/${year + Math.floor((month - 1 + by) / 12)}/${((month - 1 + by + 12) % 12) + 1}`;
  const events = some(
    ['choir practice', 'a dance for beginners', 'the chess club', 'blood donors', 'a flea market'],
    3,
    seeded(path),
  );
  return {
    path,
    title: `${MONTHS[month - 1]} ${year}`,
    language: 'en',
    onTopic: false,
    trap: true,
    sections: [
      {
        paragraphs: [
          `In ${MONTHS[month - 1]} ${year} the large room of the town hall is taken on Mondays for ${events[0]}, on Wednesdays for ${events[1]} and on the last Saturday for ${events[2]}. All other evenings are free and may be booked at the desk.`,
          `Go to the [[${step(-1)}|month before]] or to the [[${step(1)}|month after]].`,
        ],
      },
    ],
  };
}
