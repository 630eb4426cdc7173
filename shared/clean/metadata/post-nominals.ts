/** Letters after the name of a person: degrees, licences and fellowships, as in `Ada Writer, MD, FACP`. */

/** Well-known letters. Any word in capitals would also match agencies (`Ada Writer, AFP`) and positions (`Ada Writer, CEO`). */
const KNOWN = [
  String.raw`M\.?D|Ph\.?D|Psy\.?D|Ed\.?D|Pharm\.?D|Sc\.?D|D\.?Phil|J\.?D|LL\.?[BMD]|Esq`,
  String.raw`D\.?O|D\.?D\.?S|D\.?M\.?D|D\.?V\.?M|V\.?M\.?D|D\.?P\.?M|D\.?C|DPT|DNP|MBBS`,
  String.raw`R\.?N|MSN|BSN|APRN|CRNP|PA-C|RDN?|RDH|LDN|CDCES|CDN|CNS|RPh|DACVB|DABOM`,
  String.raw`M\.?S|M\.?A|B\.?S|B\.?A|M\.?Sc|B\.?Sc|M\.?Ed|M\.?B\.?A|MFA|MPH|MPA|MSW`,
  String.raw`LC?SW|LMFT|LMHC|LPC|LMT|CSCS|(?:NASM-|ACE-)?CPT|(?:E-)?RYT(?:[ -]\d+)?|CCC-SLP|OTR(?:/L)?`,
  'CFA|CFP|ChFC|CPA|CEPF|CLU|FRM|ACCA|FCA|PMP|CISSP|CPP|PSP|SHRM-S?CP|SPHR',
  String.raw`F[A-Z]{3,6}|MRCP|MRCGP|P\.?E|P\.?Eng`,
].join('|');

/** Source of a pattern for one group of letters with what must follow it. */
export const LETTERS = String.raw`(?:${KNOWN})\.?[®™]?(?=$|[\s,;|&)(*])`;

/** Maximum number of groups of letters after the first. */
const MAX_FURTHER = 6;

/** Source of a pattern for a comma and the letters after it. */
export const POST_NOMINALS = String.raw`,\s*${LETTERS}(?:,?\s+${LETTERS}){0,${MAX_FURTHER}}`;

const AT_END = new RegExp(`${POST_NOMINALS}$`, 'u');

/** Splits a name from the letters at its end, which begin with a comma; `letters` is '' if there are none. */
export function splitPostNominals(text: string): { name: string; letters: string } {
  const found = text.includes(',') ? AT_END.exec(text) : null;
  if (found === null) return { name: text, letters: '' };
  return { name: text.slice(0, found.index), letters: found[0] };
}
