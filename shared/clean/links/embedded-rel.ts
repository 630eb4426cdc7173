/** `rel` of links to files that a page embeds (`embedded-files.ts`). */
export const EMBEDDED_REL = 'embedded';
