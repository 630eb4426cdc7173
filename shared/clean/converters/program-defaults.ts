/** Recognises properties of documents that libraries write by themselves: they do not describe the document. */

/** Descriptions. ReportLab writes `unspecified` without a subject, in brackets or not. */
const DESCRIPTIONS = /^(?:\(?unspecified\)?|generated (?:by|using) python-\w+)$/i;

/** Times of the templates that python-docx and python-pptx copy into each new file. */
const TEMPLATE_TIMES: ReadonlySet<string> = new Set([
  '2013-12-23T23:15:00Z',
  '2013-01-27T09:14:16Z',
  '2013-01-27T09:15:58Z',
]);

/** Returns the description, or null if a library wrote it. */
export const ownDescription = (text: string | null): string | null =>
  text === null || DESCRIPTIONS.test(text.trim()) ? null : text;

/** Returns whether a time is that of a library's template. */
export const isTemplateTime = (text: string): boolean => TEMPLATE_TIMES.has(text.trim());
