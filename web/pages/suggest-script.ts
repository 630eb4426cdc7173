/**
 * Suggests queries while people type, in the browser's own list for the search box. It asks at most one question at a time, and
 * only when typing pauses. Without it the box works as before.
 */
export const SUGGEST_JS = `'use strict';
const box = document.querySelector('input[name=q]');
const PAUSE_MS = 120, MIN_LETTERS = 2;
let timer, asked;

if (box) {
  const list = document.createElement('datalist');
  list.id = 'suggestions';
  box.after(list);
  box.setAttribute('list', list.id);
  box.addEventListener('input', (event) => {
    clearTimeout(timer);
    // A chosen suggestion is complete.
    if (event.inputType && event.inputType !== 'insertReplacementText') timer = setTimeout(() => suggest(list), PAUSE_MS);
  });
}

async function suggest(list) {
  const address = new URL('/suggest', location.href);
  const crawl = new URLSearchParams(location.search).get('crawl') ?? box.form.elements.crawl?.value;
  if (crawl) address.searchParams.set('crawl', crawl);
  address.searchParams.set('q', box.value);
  asked?.abort();
  asked = new AbortController();
  try {
    if (box.value.trim().length < MIN_LETTERS) return list.replaceChildren();
    const answer = await fetch(address, { signal: asked.signal });
    if (!answer.ok) return;
    const [, queries] = await answer.json();
    list.replaceChildren(...queries.map((query) => Object.assign(document.createElement('option'), { value: query })));
  } catch {
    // Typing goes on, or the server is away: the list stays as it is.
  }
}
`;
