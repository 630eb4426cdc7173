/**
 * Methods of main text extraction. `model`: boosted trees trained on pages with known text (`choose-blocks.ts`). `density`: the
 * densest paragraphs outside of navigation (`density-text.ts`). The others are the plain density method (`density-page.ts`).
 */
export const MAIN_TEXT_METHODS = [
  'model',
  'density',
  'density-strings',
  'density-as-written',
  'density-two-peaks',
] as const;

/** Variants of the plain density method, by the name of the method. */
export const DENSITY_VARIANTS = {
  'density-strings': 'best',
  'density-as-written': 'as-written',
  'density-two-peaks': 'two-peaks',
} as const;
export type MainTextMethod = (typeof MAIN_TEXT_METHODS)[number];
