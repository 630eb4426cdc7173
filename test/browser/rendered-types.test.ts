/** Rendering of pages that are not HTML in UTF-8. */
import { expect, test } from 'vitest';
import { render, textOf } from './render.ts';

const XHTML = 'application/xhtml+xml; charset=utf-8';
const inHtml = (body: string) =>
  `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>A &amp; B</title></head><body>${body}</body></html>`;

test('an XHTML page is rendered, and written as HTML', async () => {
  const page =
    inHtml(`<div id="a"/><p>Sent<![CDATA[ <as> text]]><br/><img src="/a.png" alt=""/></p><script src="/none.js"/><script><![CDATA[
  const p = document.createElementNS('http://www.w3.org/1999/xhtml', 'p');
  p.textContent = 'Written <here>';
  document.getElementById('a').append(p);
]]></script>`);
  const html = textOf(await render(page, {}, { type: XHTML })) as string;
  expect(html).toMatch(
    /^<!DOCTYPE html><html xmlns="http:\/\/www.w3.org\/1999\/xhtml" lang="en"><head>.*<\/body><\/html>$/s,
  );
  expect(html).toContain('<title>A &amp; B</title>');
  expect(html).toContain(
    '<div id="a"><p>Written &lt;here&gt;</p></div><p>Sent &lt;as&gt; text<br><img src="/a.png" alt=""></p>',
  );
  expect(html).toContain('<script src="/none.js"></script>');
});

test.each([
  ['is not well-formed', inHtml('<p>x</div>'), 'the page is not well-formed XML'],
  ['has no html element', '<a xmlns="http://www.w3.org/1999/xhtml"/>', 'the page is XML without an html element'],
])('an XHTML page that %s is not rendered', async (_, page, detail) => {
  expect(await render(page, {}, { type: XHTML })).toEqual({ kind: 'failed', detail });
});

test.each([
  ['its header', 'text/html; charset=utf-16le', ''],
  ['a byte order mark', 'text/html', '\ufeff'],
])('a page in UTF-16 is rendered by %s', async (_, type, mark) => {
  const page = Buffer.from(`${mark}<p id=a>é</p><script>a.append(' ü')</script>`, 'utf16le');
  expect(textOf(await render(page, {}, { type }))).toContain('<p id="a">é ü</p>');
});
