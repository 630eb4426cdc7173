/**
 * Methods of main text extraction. `model`: boosted trees trained on pages with known text (`choose-blocks.ts`). `density`: the
 * densest paragraphs outside of navigation (`density-text.ts`). The other two are the plain density method (`density-page.ts`).
 */
export const MAIN_TEXT_METHODS = ['model', 'density', 'density-strings', 'density-as-written'] as const;
export type MainTextMethod = (typeof MAIN_TEXT_METHODS)[number];
