import { COMPUTER_SCIENCE } from './computer-science.ts';
import type { Subject } from './subject.ts';

/** Built-in subjects by name. */
export const SUBJECTS: ReadonlyMap<string, Subject> = new Map([['computer-science', COMPUTER_SCIENCE]]);
