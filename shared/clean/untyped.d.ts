declare module 'html-encoding-sniffer' {
  /** @returns the encoding's name by the WHATWG; `defaultEncoding` where the bytes do not tell. */
  export default function sniffHtmlEncoding(
    bytes: Uint8Array,
    options?: { xml?: boolean; transportLayerEncodingLabel?: string; defaultEncoding?: string | null },
  ): string | null;
}

declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: unknown;
}
