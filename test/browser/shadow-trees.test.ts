/** Shadow trees of rendered pages: what the archive keeps of them, and what the cleaner reads. */
import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../shared/clean/clean-page.ts';
import { launchChromium } from './chromium.ts';
import { PAGE_URL, render, textOf } from './render.ts';

/** Script that defines a custom element with a shadow root. */
const define = (name: string, html: string, mode = 'open') =>
  `<script>customElements.define('${name}', class extends HTMLElement {
  constructor() { super(); this.attachShadow({ mode: '${mode}' }).innerHTML = ${JSON.stringify(html)}; }
});</script>`;

const rendered = async (html: string, options: { maxBytes?: number } = {}) =>
  textOf(await render(html, {}, options)) as string;
const cleaned = (html: string) => cleanHtml(PAGE_URL, html, DEFAULT_CLEAN_OPTIONS);
const count = (text: string, part: string) => text.split(part).length - 1;

const moss = 'Moss grows on the north side of the bog, where the sun does not dry it for most of the year.';
const sundew = 'Sundew catches the flies that land on its leaves, and digests them within a week in warm weather.';

test('keeps shadow trees as declarative shadow roots', async () => {
  const html = await rendered(
    `<!doctype html><html lang=en><x-a>light</x-a>${define('x-a', '<p>own</p><slot></slot>')}`,
  );
  expect(html).toContain('<x-a><template shadowrootmode="open"><p>own</p><slot></slot></template>light</x-a>');
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en"><head>.*<\/body><\/html>$/s);
});

test('the text and the links of components, their slots and components in them are read once', async () => {
  const card = `<h2>About <slot name=title></slot></h2><p>${moss}</p><x-peat></x-peat><slot>No text yet.</slot>`;
  const html =
    await rendered(`<!doctype html><title>Bogs</title><main><x-card><b slot=title>the bog</b><p>${sundew}</p></x-card></main>
${define('x-peat', '<p>Its plants grow on peat, as <a href="/peat">a page on peat</a> explains, and need no other soil.</p>')}${define('x-card', card)}`);
  const { text, links } = cleaned(html);
  for (const part of [moss, sundew, 'About', 'the bog\n', 'a page on peat']) expect(count(text, part), part).toBe(1);
  expect(text).not.toContain('No text yet');
  expect(links.map(({ url }) => url)).toEqual(['https://app.test/peat']);
});

test('keeps the content of slots that nothing fills', async () => {
  const html = await rendered(`<x-a></x-a>${define('x-a', `<slot><p>${moss}</p></slot>`)}`);
  expect(cleaned(html).text).toBe(moss);
});

test('reads text that a component repeats in its shadow tree once, and keeps what is only beside it', async () => {
  const copies = `<script>customElements.define('x-copy', class extends HTMLElement {
    connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<p>' + this.textContent.replace('north', '<i>north</i>') + '</p>'; }
  });</script>`;
  const html = await rendered(
    `<x-copy>${moss}</x-copy><x-data><p>${sundew}</p></x-data>${copies}${define('x-data', '<p>Loaded later.</p>')}`,
  );
  const { text } = cleaned(html);
  expect(count(text, 'grows on the north side')).toBe(1);
  expect(count(text, sundew)).toBe(1);
  expect(html).toContain('<i>north</i>');
});

test('reads text once that a component in the shadow tree repeats', async () => {
  const inner = define('x-in', `<p>${moss}</p>`) + define('x-out', '<x-in></x-in>');
  const html = await rendered(`<x-out><p>${moss}</p></x-out><p>${sundew}</p>${inner}`);
  expect(count(cleaned(html).text, moss)).toBe(1);
});

test('reads closed shadow trees of custom elements, also within others', async () => {
  const inner = define('x-in', '<p>inner <x-open></x-open></p>', 'closed') + define('x-open', '<p>innermost</p>');
  const html = await rendered(
    `<x-out>1</x-out><x-out>2</x-out>${inner}${define('x-out', '<p>outer</p><x-in></x-in><slot></slot>', 'closed')}`,
  );
  const tree =
    '<template shadowrootmode="closed"><p>outer</p><x-in><template shadowrootmode="closed"><p>inner <x-open><template shadowrootmode="open"><p>innermost</p></template></x-open></p></template></x-in><slot></slot></template>';
  expect(html).toContain(`<x-out>${tree}1</x-out><x-out>${tree}2</x-out>`);
});

test('keeps shadow trees that were declared, and those of usual elements', async () => {
  const html = await rendered(
    '<div><template shadowrootmode=open><p>declared</p></template></div><p id=a></p><script>document.querySelector("p").append("x")</script>',
  );
  expect(html).toContain('<div><template shadowrootmode="open"><p>declared</p></template></div><p id="a">x</p>');
});

test('leaves shadow trees out if the page is too long with them', async () => {
  const page = `<p>light</p><x-a></x-a>${define('x-a', `<p>${'é'.repeat(500)}</p>`)}`;
  const { length } = Buffer.from(await rendered(page));
  expect(await rendered(page, { maxBytes: length })).toContain('<template shadowrootmode="open">');
  expect(await rendered(page, { maxBytes: length - 1 })).toContain('<p>light</p><x-a></x-a><script>');
});

test('pages cannot replace the functions that read them', async () => {
  const html = await rendered(`<x-a></x-a>${define('x-a', '<p>own</p>')}<script>
    const forged = { get: () => 'forged', value: () => 'forged' };
    for (const name of ['outerHTML', 'shadowRoot', 'localName', 'getHTML', 'querySelector'])
      Object.defineProperty(Element.prototype, name, name.endsWith('L') ? { get: forged.get } : { value: forged.value });
    Document.prototype.querySelectorAll = Array.prototype.push = forged.value;
    window.Document = window.ShadowRoot = undefined;
  </script>
  <x-a><form>own<input name=matches><input name=querySelector></form></x-a>
  <form><input name=localName><input name=shadowRoot><input name=textContent></form>
  <img name=documentElement><img name=doctype><img name=querySelectorAll>`);
  expect(html).toContain('<x-a><template shadowrootmode="open"><p>own</p></template></x-a>');
  expect(html).toContain(
    '<x-a><template shadowrootmode="open"><p>own</p></template></x-a>\n  <form><input name="localName">',
  );
});

test.each([
  [
    'of a usual page',
    `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><html lang=en data-a='"&<>'><head><title>A &amp; B</title><meta charset=utf-8><style>p > b {}</style><body class=x>a<!-- c --><p>b<br><svg viewBox="0 0 1 1"><path d=M0/></svg><math><mi>x</mi></math><template><p>t</template><noscript><p>n</p></noscript><pre>\n\nx</pre><textarea>\n<y></textarea><plaintext>`,
  ],
  ['without a doctype', '<p>x\u00a0é</p><x-a>unknown</x-a>'],
  [
    'whose script writes attributes and half characters',
    '<p id=a></p><script>a.setAttribute("title", "<\\ud800>"); a.textContent = "\\udc00 \\u{1f600}"; a.insertAdjacentHTML("afterend", "<x-b open>")</script>',
  ],
  ['without elements', '<script>document.documentElement.remove()</script>'],
  [
    'whose root is replaced',
    '<script>document.replaceChild(document.createElement("x-a"), document.documentElement).append("x")</script>',
  ],
])('the HTML %s without shadow trees is the one that the browser writes', async (_, html) => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
    await page.goto(PAGE_URL);
    expect(await rendered(html)).toBe(Buffer.from(await page.content()).toString());
  } finally {
    await browser.close();
  }
});
