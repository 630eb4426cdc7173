/** Also where a quota is used up, a file may grow no further, or the disk may only be read. */
export function isDiskFull(code: string | undefined, message: string): boolean {
  return code === 'ENOSPC' || /ENOSPC|EDQUOT|EFBIG|EROFS|SQLITE_FULL|database or disk is full/.test(message);
}

/** One line for people, and the code that the command line ends with 3 for. */
export function diskFullError(message: string): Error {
  return Object.assign(new Error(`the disk is full: ${message}`), { code: 'ENOSPC' });
}
