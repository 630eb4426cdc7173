import { decodeLinkModel, type LinkModel } from '../../focus/link-model.ts';

/** A model that the processes of a crawl learn from judged pages, and share as stored versions. */
export type SharedModel = {
  observe(page: never): unknown;
  /** Returns what was observed since the last call, for `applyDelta` of another copy. */
  takeDelta(): Uint8Array;
  applyDelta(delta: Uint8Array): void;
  encode(): Uint8Array;
};

/** How a kind of model begins and is stored. */
export type ModelKind<Model extends SharedModel> = {
  /** Model before the first page, which its owner changes. */
  start: Model;
  /** @returns undefined if the bytes are damaged, or of another version or kind */
  decode(bytes: Uint8Array): Model | undefined;
};

/** The kind of the strategy `focused`. */
export function linkModels(start: LinkModel): ModelKind<LinkModel> {
  return { start, decode: decodeLinkModel };
}
