/** Elements of OpenDocument that are not shown because of their attributes or styles: text, sections and sheets. */
import { attributeOf } from '../markup.ts';
import type { PartState } from './read-part.ts';

export type HiddenState = PartState & {
  /** Name of the style that is open, or was last. */
  style: string;
  /** Names of the automatic styles whose text or sheets are not shown. */
  hiddenStyles: Set<string>;
  /** Name of the element that is not shown; '' if none is open. */
  hiddenElement: string;
  /** Number of open elements of this name, counted from that element inwards. */
  hiddenDepth: number;
};

/** Maximum number of styles that hide text. */
const MAX_STYLES = 1_000;

export const newHiddenState = (): Omit<HiddenState, 'flow'> => ({
  ...{ openHidden: 0, style: '', hiddenStyles: new Set(), hiddenElement: '', hiddenDepth: 0 },
});

/** Hides the element whose opening tag is read. Its content is skipped, and its end is not handled. */
export function hide(state: HiddenState, name: string): void {
  state.hiddenElement = name;
  state.hiddenDepth = 1;
  state.openHidden++;
}

/** Counts an opening tag, before its handler is called. */
export function enterHidden(state: HiddenState, name: string): void {
  if (name === state.hiddenElement) state.hiddenDepth++;
}

/** Counts a closing tag, after its handler was called. */
export function leaveHidden(state: HiddenState, name: string): void {
  if (name !== state.hiddenElement || --state.hiddenDepth > 0) return;
  state.hiddenElement = '';
  state.openHidden--;
}

/** Notes whether the properties of the open style hide what has it. @param value value of `display` that hides */
export function readDisplay({ hiddenStyles, style }: HiddenState, attributes: string, value: string): void {
  if (attributeOf(attributes, 'display') === value && hiddenStyles.size < MAX_STYLES) hiddenStyles.add(style);
}

export const hasHiddenStyle = ({ hiddenStyles }: HiddenState, attributes: string): boolean =>
  hiddenStyles.size > 0 && hiddenStyles.has(attributeOf(attributes, 'style-name') ?? '');
