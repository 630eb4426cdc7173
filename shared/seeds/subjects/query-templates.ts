/**
 * Forms of a query for one subject. Pages that collect links (directories, resources, associations) are better starting points
 * than pages about the subject alone.
 */
export const QUERY_TEMPLATES = [
  '{subject}',
  '{subject} links',
  '{subject} resources',
  '{subject} directory',
  '{subject} association',
  '{subject} research',
] as const;

/**
 * Fills each subject into each template, in the order of the templates, so that the first queries cover all subjects. Drops
 * repeated queries.
 *
 * @param templates texts with `{subject}`
 */
export function fillQueryTemplates(subjects: readonly string[], templates: readonly string[]): string[] {
  const fill = (template: string) => subjects.map((subject) => template.replaceAll('{subject}', subject));
  return [...new Set(templates.flatMap(fill))];
}
