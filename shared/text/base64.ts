/** Whether a text is Base64, plain or for URLs, with white space or without. Node decodes other texts too: it skips what is none. */
export const isBase64 = (text: string): boolean => !NOT_BASE64.test(text);

const NOT_BASE64 = /[^A-Za-z0-9+/_=\s-]/;
