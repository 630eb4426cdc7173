/** Reads a stream of bytes piece by piece, and looks ahead without consuming. Holds what was looked at, and one chunk. */
export class ByteCursor {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #buffer: Buffer = Buffer.alloc(0);
  #hasEnded = false;
  /** Offset of the next byte, counted from the start of the source. */
  position: number;

  /** @param position offset of the first byte of `chunks` in the source */
  constructor(chunks: AsyncIterable<Uint8Array>, position = 0) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.position = position;
  }

  /** Returns the next bytes without consuming them: at least `n`, or all that are left. */
  async fill(n: number): Promise<Buffer> {
    if (this.#buffer.length >= n || this.#hasEnded) return this.#buffer;
    const pieces: Uint8Array[] = [this.#buffer];
    for (let length = this.#buffer.length; length < n; ) {
      const { done, value } = await this.#chunks.next();
      if (done) {
        this.#hasEnded = true;
        break;
      }
      pieces.push(value);
      length += value.length;
    }
    this.#buffer = Buffer.concat(pieces);
    return this.#buffer;
  }

  /** Consumes bytes that `fill` has returned. */
  consume(n: number): void {
    this.#buffer = this.#buffer.subarray(n);
    this.position += n;
  }

  /** Consumes and returns `n` bytes, or all that are left. */
  async take(n: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let left = n; left > 0; ) {
      const piece = (await this.fill(1)).subarray(0, left);
      if (piece.length === 0) break;
      pieces.push(piece);
      this.consume(piece.length);
      left -= piece.length;
    }
    // A copy, also of a single piece: a short block must not keep its whole chunk in memory.
    return Buffer.concat(pieces);
  }

  /** Consumes `n` bytes. @returns whether there were as many */
  async skip(n: number): Promise<boolean> {
    for (let left = n; left > 0; ) {
      const length = Math.min(left, (await this.fill(1)).length);
      if (length === 0) return false;
      this.consume(length);
      left -= length;
    }
    return true;
  }

  /** Closes the source. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
