/** Maximum number of authors that a hit names. Papers may have hundreds. */
const MAX_SHOWN = 3;

/** Maximum length of a name in a hit, in UTF-16 units: a line of a phone and more. */
const MAX_NAME = 60;

/** Returns the names of authors as a hit shows them: `Mary Treat; Asa Gray`. `…` stands for those beyond the third. Empty: none. */
export function shownAuthors(names: readonly string[]): string {
  const shown = names.slice(0, MAX_SHOWN).map((name) => (name.length <= MAX_NAME ? name : cut(name)));
  return [...shown, ...(names.length > MAX_SHOWN ? ['…'] : [])].join('; ');
}

const cut = (name: string): string => `${name.slice(0, MAX_NAME).toWellFormed().trimEnd()}…`;
