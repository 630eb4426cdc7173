/**
 * URLs that run, or are a document of their own. Programs that read metadata may make links of them. Records are written without control
 * characters.
 */
const SCRIPT_URL = /^[\s\p{Cc}]*(?:(?:javascript|vbscript|blob):|data:[^\s,]*,)/iu;

/** Returns whether a text is such a URL. */
export const isScriptUrl = (text: string): boolean => SCRIPT_URL.test(text);
