/** Hosts and URLs as people write them, and as URLs are stored. */
import { domainToASCII, domainToUnicode } from 'node:url';
import { hostOf, type Url } from './url.ts';

const NOT_ASCII = /[^\0-\x7f]/;

/** Whether a text has other characters than ASCII, which no stored URL has. */
export const hasOtherLetters = (text: string): boolean => NOT_ASCII.test(text);

/** Returns a URL with the letters of its host and path instead of `xn--…` and `%C3%BC`. It is for comparison only: no URL is stored like this. */
export function decodedUrl(url: Url): Url {
  const host = hostOf(url);
  const from = url.indexOf('://') + 3;
  const name = host.includes('xn--') ? host.replace(/^[^:]+/, (labels) => domainToUnicode(labels) || labels) : host;
  const rest = url.slice(from + host.length).replace(/(?:%[89A-Fa-f][0-9A-Fa-f])+/g, decodeLetters);
  return (url.slice(0, from) + name + rest) as Url;
}

/** Decodes percent-encoded UTF-8. Bytes that are not UTF-8 stay. */
function decodeLetters(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** Returns a host, which may have a port, with its labels in ASCII. A label that no host has stays. */
export const asciiHost = (host: string): string =>
  hasOtherLetters(host) ? host.replace(/^[^:]+/, (labels) => domainToASCII(labels) || labels) : host;
