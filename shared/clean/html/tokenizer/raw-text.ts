/** Reads the content of raw text elements: scripts, styles, titles … */
import type { Scan } from './scan.ts';
import { IS_RAW } from './text.ts';

/**
 * Reads raw text after a start tag, up to the end tag of the same name or the end of the page. The end tag is the next token.
 *
 * @param script whether it is a script: `<script>` in a comment in a script hides the next end tag (HTML standard, from 13.2.5.20)
 * @param inNoscript whether it is in `noscript`, whose end tag ends the raw text too
 */
export function scanRawText(scan: Scan, name: string, script: boolean, inNoscript: boolean): void {
  const from = scan.at;
  const limit = inNoscript ? nextNoscriptEnd(scan, from) : scan.end;
  const to = script ? endOfScript(scan, from, limit) : endOfRawText(scan, name, from, limit);
  scan.from = from;
  scan.to = to;
  scan.trimFrom = from;
  scan.trimTo = to;
  scan.flags = IS_RAW;
  scan.at = to;
}

/** Reads the rest of the page as text: after `<plaintext>` nothing is a tag. */
export function scanPlaintext(scan: Scan): void {
  scan.from = scan.at;
  scan.to = scan.end;
  scan.trimFrom = scan.at;
  scan.trimTo = scan.end;
  scan.flags = IS_RAW;
  scan.at = scan.end;
}

/** Returns the start of the next end tag of a name; the limit if there is none before it. */
function endOfRawText(scan: Scan, name: string, from: number, limit: number): number {
  const { html } = scan;
  let at = html.indexOf('</', from);
  while (at !== -1 && at < limit && !isName(scan, at + 2, name)) at = html.indexOf('</', at + 2);
  const to = at === -1 || at > limit ? limit : at;
  scan.steps += to - from;
  return to;
}

/** Returns the start of the next end tag of `noscript`. It is searched for once, so many unclosed elements take linear time. */
function nextNoscriptEnd(scan: Scan, from: number): number {
  if (scan.noscriptEnd < from) scan.noscriptEnd = endOfRawText(scan, 'noscript', from, scan.end);
  return scan.noscriptEnd;
}

function isName({ units, end }: Scan, at: number, name: string): boolean {
  for (let k = 0; k < name.length; k++) if (((units[at + k] as number) | 0x20) !== name.charCodeAt(k)) return false;
  const next = units[at + name.length] as number;
  return next === 0x3e ||
    next === 0x2f ||
    next === 0x20 ||
    next === 0x0a ||
    next === 0x09 ||
    next === 0x0c ||
    next === 0x0d
    ? at + name.length < end
    : false;
}

function endOfScript(scan: Scan, from: number, limit: number): number {
  const { html, units } = scan;
  const close = endOfRawText(scan, 'script', from, limit);
  if (!html.slice(from, close).includes('<!--')) return close;
  // Rare case, one character at a time. State 1: in a comment; state 2: in a script in a comment.
  let state = 0;
  for (let i = from; i < limit; i++) {
    const unit = units[i];
    if (unit === 0x3c) {
      if (state === 0 && html.startsWith('!--', i + 1)) {
        state = 1;
        // `<!-->` and `<!--->` are complete: the dashes of start and end may overlap.
        i += 1;
      } else if (units[i + 1] === 0x2f && isName(scan, i + 2, 'script')) {
        if (state < 2) return i;
        state = 1;
      } else if (state === 1 && isName(scan, i + 1, 'script')) state = 2;
    } else if (unit === 0x3e && state > 0 && units[i - 1] === 0x2d && units[i - 2] === 0x2d) state = 0;
  }
  return limit;
}
