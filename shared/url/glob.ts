/** Compiles a glob in which `*` matches any text. Matches each piece at its first occurrence, without backtracking. */
export function matchGlob(glob: string): (text: string) => boolean {
  const pieces = glob.split('*');
  const first = pieces[0]!;
  const last = pieces.at(-1)!;
  if (pieces.length === 1) return (text) => text === first;
  const middle = pieces.slice(1, -1).filter((piece) => piece !== '');
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const piece of middle) {
      const found = text.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return at <= text.length - last.length;
  };
}
