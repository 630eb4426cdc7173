/**
 * Suggests queries while people type, in the browser's own list for the search box. It asks at most one question at a time, and
 * only when typing pauses. Browsers list only options whose value or label has what was typed, so a suggestion in another spelling
 * (`öppettider` for `oppet`) has both in its label. Without it the box works as before.
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
  const typed = box.value;
  address.searchParams.set('q', typed);
  asked?.abort();
  asked = new AbortController();
  try {
    if (typed.trim().length < MIN_LETTERS) return list.replaceChildren();
    const answer = await fetch(address, { signal: asked.signal });
    if (!answer.ok) return;
    const [, queries] = await answer.json();
    list.replaceChildren(...queries.map((query) => optionOf(query, typed.trim())));
  } catch {
    // Typing goes on, or the server is away: the list stays as it is.
  }
}

function optionOf(query, typed) {
  const option = Object.assign(document.createElement('option'), { value: query });
  if (!query.toLowerCase().includes(typed.toLowerCase())) option.label = query + ' (' + typed + ')';
  return option;
}
`;
