/** Work was not begun, or not finished, because the process ends too soon for it. The work is not at fault. */
export class TooLittleTimeError extends Error {
  override readonly name = 'TooLittleTimeError';
}
