/** Recognises a full disk. A used-up quota, the maximum file size and a read-only disk count too. */
export function isDiskFull(code: string | undefined, message: string): boolean {
  return code === 'ENOSPC' || /ENOSPC|EDQUOT|EFBIG|EROFS|SQLITE_FULL|database or disk is full/.test(message);
}

/** Creates an error with a one-line message and the code for exit code 3. */
export function diskFullError(message: string): Error {
  return Object.assign(new Error(`the disk is full: ${message}`), { code: 'ENOSPC' });
}
