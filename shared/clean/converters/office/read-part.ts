/** Reads an XML part of an office file into a flow: handlers by element name, and elements whose content is not shown. */
import type { Flow } from '../flow.ts';
import { readMarkup } from '../markup.ts';

/** State that every reader has. */
export type PartState = {
  flow: Flow;
  /** Number of open hidden elements. */
  openHidden: number;
};

export type PartReader<State extends PartState> = {
  /** Returns whether the handlers of an element and of its content are skipped. */
  isHidden(state: State, name: string): boolean;
  /** Handlers of opening tags, by element name. */
  open: Record<string, (state: State, attributes: string) => void>;
  /** Handlers of closing tags, by element name. */
  close: Record<string, (state: State) => void>;
  /** Handles text, including text in hidden elements. */
  text(state: State, text: string): void;
  /** Called before the handlers of an opening tag, also for hidden elements. */
  enter?(state: State, name: string): void;
  /** Called after the handlers of a closing tag, also for hidden elements. */
  leave?(state: State, name: string): void;
};

/** Reads a part until its end, or until the flow is full, and ends the last paragraph. */
export function readPart<State extends PartState>(xml: string, state: State, reader: PartReader<State>): void {
  readMarkup(
    xml,
    {
      open(name, attributes) {
        reader.enter?.(state, name);
        if (reader.isHidden(state, name)) state.openHidden++;
        if (state.openHidden === 0 && Object.hasOwn(reader.open, name)) reader.open[name]!(state, attributes);
      },
      close(name) {
        if (state.openHidden === 0 && Object.hasOwn(reader.close, name)) reader.close[name]!(state);
        if (reader.isHidden(state, name) && state.openHidden > 0) state.openHidden--;
        reader.leave?.(state, name);
      },
      text: (text) => reader.text(state, text),
    },
    false,
    () => !state.flow.isFull(),
  );
  state.flow.end();
}
