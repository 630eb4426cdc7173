/** Compares texts by their bytes in UTF-8, as OpenSearch does. @returns a negative number if the first one comes first */
export const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
