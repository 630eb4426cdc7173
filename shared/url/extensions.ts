/** File extensions of formats other than pages, in lower case. URLs with one are fetched only if a converter reads the format. */
export const BINARY_EXTENSIONS: readonly string[] = [
  // Images.
  ...['jpg', 'jpeg', 'jpe', 'png', 'gif', 'webp', 'avif', 'heic', 'bmp', 'ico', 'cur', 'tif', 'tiff', 'svg', 'svgz'],
  ...['psd', 'xcf', 'jp2', 'djvu', 'djv'],
  // Audio and video.
  ...[
    'mp3',
    'mp4',
    'm4a',
    'm4v',
    'aac',
    'ogg',
    'oga',
    'ogv',
    'opus',
    'flac',
    'wav',
    'wma',
    'mid',
    'midi',
    'aif',
    'aiff',
  ],
  ...['avi', 'mov', 'qt', 'mpg', 'mpeg', 'wmv', 'webm', 'mkv', 'flv', 'swf', '3gp', 'rm', 'ram', 'au', 'm3u', 'm3u8'],
  // Archives and disk images.
  ...['zip', 'gz', 'tgz', 'bz2', 'tbz', 'xz', 'txz', 'zst', 'lz', 'lzma', '7z', 'rar', 'tar', 'z', 'cab', 'arj', 'sit'],
  ...['iso', 'img', 'dmg', 'vmdk', 'qcow2', 'warc', 'wacz', 'jar', 'war', 'ear', 'whl', 'egg', 'gem', 'crate'],
  // Programs and their resources.
  ...['exe', 'msi', 'dll', 'bin', 'scr', 'apk', 'ipa', 'deb', 'rpm', 'pkg', 'snap', 'appimage', 'class'],
  ...['css', 'js', 'mjs', 'wasm', 'woff', 'woff2', 'ttf', 'otf', 'eot'],
  // Data.
  ...['sqlite', 'db', 'mdb', 'accdb', 'parquet', 'h5', 'hdf', 'nc', 'fits', 'pcap', 'dat', 'torrent'],
  // Documents: some have a converter (`clean/document-formats.ts`).
  ...['pdf', 'ps', 'eps', 'dvi', 'doc', 'docx', 'docm', 'dotx', 'xls', 'xlsx', 'xlsm', 'ppt', 'pptx', 'pps', 'ppsx'],
  ...['odt', 'ott', 'ods', 'odp', 'odg', 'rtf', 'epub', 'mobi', 'azw', 'azw3', 'chm', 'vsd'],
];

/** File extensions of pages and other text, in lower case. */
export const TEXT_EXTENSIONS: readonly string[] = [
  ...['html', 'htm', 'xhtml', 'shtml', 'php', 'asp', 'aspx', 'jsp', 'cfm', 'cgi', 'xml', 'json', 'txt', 'csv', 'tsv'],
  ...['rss', 'atom', 'ics', 'tex'],
];
