/** Splits an option of the stack that is a list, separated by commas. */
export const splitList = (list = ''): string[] => list.split(',').filter(Boolean);
