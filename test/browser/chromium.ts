import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian and Ubuntu install Chromium. The shell is preferred: it has no window to draw, so it is faster. */
const PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Starts Chromium. Throws with installation instructions if there is none, because a requested suite must not be skipped. */
export async function launchChromium(): Promise<Browser> {
  const paths = process.env['CHROMIUM'] === undefined ? PATHS : [process.env['CHROMIUM']];
  const executablePath = paths.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error(
      `There is no Chromium at ${paths.join(' or ')}. Install it (Debian, Ubuntu: "apt-get install chromium-headless-shell" or "chromium") or set CHROMIUM to the path of one.`,
    );
  }
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...quiet] });
}

/**
 * Returns the lowest contrast of a text with its background, and the text (WCAG 2, 1.4.3 wants 4.5). A script for
 * `page.evaluate`, which has a DOM where this project has none.
 */
export const LOWEST_CONTRAST = `(() => {
  const parse = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return { r, g, b, a }; };
  const channel = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const light = ({ r, g, b }) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const color = parse(getComputedStyle(e).backgroundColor);
      if (color.a === 1) return color;
    }
    return { r: 255, g: 255, b: 255 };
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let lowest = { contrast: 21, text: '' };
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(ground(element))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < lowest.contrast) lowest = { contrast, text: texts.currentNode.data.trim() };
  }
  return lowest;
})()`;
