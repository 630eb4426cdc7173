/**
 * `model`: trees that were trained on pages with known texts (`choose-blocks.ts`). `density`: the densest paragraphs of what
 * the page does not mark as navigation (`density-text.ts`). The other two are the density method alone (`density-page.ts`).
 */
export const MAIN_TEXT_METHODS = ['model', 'density', 'density-strings', 'density-as-written'] as const;
export type MainTextMethod = (typeof MAIN_TEXT_METHODS)[number];
