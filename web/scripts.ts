/** The two scripts of the pages. Both only add comfort: everything works without them. */

/** `/` leads to the search box, as readers of many sites expect; Escape leaves it. */
export const KEYS_JS = `'use strict';
document.addEventListener('keydown', (event) => {
  const box = document.querySelector('input[name=q]');
  if (!box || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Escape' && event.target === box) box.blur();
  if (event.key !== '/' || event.target.closest('input, select, textarea, [contenteditable]')) return;
  event.preventDefault();
  box.focus();
  box.select();
});
`;

/**
 * Keeps the numbers of the crawl page up to date from the JSON at the page's own address. Numbers change in place; when a
 * word is new (another outcome, another state) the page's own HTML is asked for, so that it is written in one place only.
 */
export const LIVE_JS = `'use strict';
const address = new URL(location.href);
address.searchParams.set('format', 'json');
const EVERY_MS = 2000, AT_REST_MS = 15000;
const counts = new Intl.NumberFormat('en');
const decimals = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
let ticks = 0, listed;

const write = {
  count: (n) => counts.format(n),
  bytes(n) {
    const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
    let i = 0;
    for (; n >= 1000 && i < units.length - 1; i++) n /= 1000;
    return decimals.format(n) + ' ' + units[i];
  },
  duration(n) {
    const s = Math.round(n);
    if (s < 60) return s + ' s';
    if (s < 3600) return Math.floor(s / 60) + ' min ' + (s % 60) + ' s';
    return counts.format(Math.floor(s / 3600)) + ' h ' + Math.floor((s % 3600) / 60) + ' min';
  },
  rate: (_, status) => decimals.format(status.seconds > 0 ? status.pages / status.seconds : 0),
};

function words(status) {
  const names = [...document.querySelectorAll('[data-counts]')].map((table) => table.dataset.counts);
  return names.every((name) => {
    const rows = document.querySelectorAll('[data-counts="' + name + '"] [data-word]');
    const shown = new Set([...rows].map((row) => row.dataset.word));
    const known = Object.keys(status[name] ?? {}).filter((word) => status[name][word] > 0);
    return known.length === shown.size && known.every((word) => shown.has(word));
  });
}

function update(status) {
  for (const place of document.querySelectorAll('[data-number]')) {
    const value = status[place.dataset.number];
    place.textContent = value === null ? '–' : write[place.dataset.as](value, status);
  }
  for (const table of document.querySelectorAll('[data-counts]')) {
    const values = status[table.dataset.counts] ?? {};
    const most = Math.max(1, ...Object.values(values));
    for (const row of table.querySelectorAll('[data-word]')) {
      const value = values[row.dataset.word] ?? 0;
      row.querySelector('[data-value]').textContent = counts.format(value);
      row.querySelector('rect').setAttribute('width', (100 * value) / most + '%');
    }
  }
}

async function rewrite() {
  const main = document.querySelector('main');
  if (main.contains(document.activeElement)) return;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
  if (fresh) main.replaceWith(fresh);
}

async function tick() {
  let wait = EVERY_MS;
  try {
    if (!document.hidden) {
      const answer = await fetch(address, { headers: { accept: 'application/json' } });
      if (!answer.ok) throw new Error(answer.status);
      const status = await answer.json();
      const state = document.querySelector('[data-state]')?.dataset.state;
      listed ??= status.records;
      const newer = ++ticks % 5 === 0 && listed !== status.records;
      if (newer || state !== status.state || !words(status)) {
        await rewrite();
        listed = status.records;
      }
      update(status);
      if (status.state !== 'running') wait = AT_REST_MS;
    }
  } catch {
    wait = AT_REST_MS;
  }
  setTimeout(tick, wait);
}
setTimeout(tick, EVERY_MS);
`;
