/** Options that name the organisation: the first is that of commands on the database and on files, the second that of the API. */
export type OrgOption = '--org' | '--org-id';

const OTHER: Readonly<Record<OrgOption, OrgOption>> = { '--org': '--org-id', '--org-id': '--org' };

/** The words of a command line with the option as that command knows it, whichever of the two was written. */
export function withOrgOption(words: readonly string[], known: OrgOption): string[] {
  const other = OTHER[known];
  const end = words.indexOf('--');
  return words.map((word, at) => {
    if (end >= 0 && at > end) return word;
    if (word === other) return known;
    return word.startsWith(`${other}=`) ? known + word.slice(other.length) : word;
  });
}
