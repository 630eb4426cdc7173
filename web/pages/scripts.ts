/** The two scripts of the pages. Both are optional: everything works without them. */

/** Keyboard shortcuts: `/` moves the focus to the search box, Escape leaves it. */
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
 * Updates the crawl page from events of the server, or from the JSON at its own URL. Numbers change in place. A new outcome or state needs new HTML: then
 * the script loads the page again, so that only the server renders it.
 */
export const LIVE_JS = `'use strict';
const address = new URL(location.href);
address.searchParams.set('format', 'json');
const POLL_MS = 2000, IDLE_POLL_MS = 15000;
const { lang } = document.documentElement;
const counts = new Intl.NumberFormat(lang);
const decimals = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
let ticks = 0, shownRecords;

const format = {
  count: (n) => counts.format(n),
  bytes(n) {
    const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
    let i = 0;
    for (; n >= 1000 && i < units.length - 1; i++) n /= 1000;
    const unitDisplay = i === 0 ? 'long' : 'short';
    return n.toLocaleString(lang, { style: 'unit', unit: units[i], unitDisplay, maximumFractionDigits: 1 });
  },
  duration(n) {
    const s = Math.round(n);
    if (s < 60) return s + ' s';
    if (s < 3600) return Math.floor(s / 60) + ' min ' + (s % 60) + ' s';
    return counts.format(Math.floor(s / 3600)) + ' h ' + Math.floor((s % 3600) / 60) + ' min';
  },
  text: (text) => text ?? '–',
  rate: (_, status) => decimals.format(status.seconds > 0 ? status.pages / status.seconds : 0),
};

function hasSameRows(status) {
  const names = [...document.querySelectorAll('[data-counts]')].map((table) => table.dataset.counts);
  return names.every((name) => {
    const rows = document.querySelectorAll('[data-counts="' + name + '"] [data-word]');
    const shown = new Set([...rows].map((row) => row.dataset.word));
    const known = Object.keys(status[name] ?? {}).filter((word) => status[name][word] > 0);
    // A long table leaves out its rarest words.
    const { more = 0 } = rows[0]?.closest('[data-counts]').dataset ?? {};
    return known.length === shown.size + Number(more) && [...shown].every((word) => known.includes(word));
  });
}

function update(status) {
  for (const place of document.querySelectorAll('[data-number]')) {
    const value = status[place.dataset.number];
    place.textContent = value === null ? '–' : format[place.dataset.as](value, status);
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

/** The bar of all outcomes: each part begins where the one before ends. */
function updateParts({ outcomes }) {
  const all = Math.max(1, Object.values(outcomes).reduce((sum, n) => sum + n, 0));
  let before = 0;
  for (const part of document.querySelectorAll('[data-part]')) {
    const n = outcomes[part.dataset.part] ?? 0;
    part.setAttribute('x', (100 * before) / all + '%');
    part.setAttribute('width', (100 * n) / all + '%');
    before += n;
  }
}

async function reloadMain() {
  const main = document.querySelector('main');
  if (main.contains(document.activeElement)) return;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
  if (fresh) main.replaceWith(fresh);
}

const stateOf = (status) => (status.unattended ? 'unattended' : status.state);

async function show(status) {
  const shown = document.querySelector('[data-state]')?.dataset.state;
  const limit = document.querySelector('[data-limit]')?.dataset.limit;
  shownRecords ??= status.records;
  const hasNewPages = ++ticks % 5 === 0 && shownRecords !== status.records;
  if (hasNewPages || shown !== stateOf(status) || limit !== (status.limit ?? '') || !hasSameRows(status)) {
    await reloadMain();
    shownRecords = status.records;
  }
  update(status);
  updateParts(status);
}

async function tick() {
  let wait = POLL_MS;
  try {
    if (!document.hidden) {
      const answer = await fetch(address, { headers: { accept: 'application/json' } });
      if (!answer.ok) throw new Error(answer.status);
      const status = await answer.json();
      await show(status);
      if (stateOf(status) !== 'running') wait = IDLE_POLL_MS;
    }
  } catch {
    wait = IDLE_POLL_MS;
  }
  setTimeout(tick, wait);
}

/**
 * Receives events of the server, which the browser asks for again when the connection ends. A server that refuses them is polled.
 * A hidden page has no connection, because a browser opens six to a server; the first event of a new one is the current status.
 */
function listen() {
  let source, isRefused = false;
  const connect = () => {
    source?.close();
    if (document.hidden || isRefused) return;
    const opened = source = new EventSource('/crawl/events' + location.search);
    opened.addEventListener('message', (event) => show(JSON.parse(event.data)).catch(() => undefined));
    opened.addEventListener('error', () => {
      if (opened !== source || opened.readyState !== EventSource.CLOSED) return;
      isRefused = true;
      setTimeout(tick, POLL_MS);
    });
  };
  document.addEventListener('visibilitychange', connect);
  connect();
}
if (document.querySelector('[data-events=true]')) listen();
else setTimeout(tick, POLL_MS);
`;
